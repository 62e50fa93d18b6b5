// What the keys of a list do; loaded where a window is wide enough to have them.

/** Whether a key is another's: that of a field, of a sheet, or of the browser. */
const isTaken = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) =>
  defaultPrevented ||
  ctrlKey ||
  metaKey ||
  altKey ||
  document.querySelector('dialog[open]') !== null ||
  (target as Element).closest?.('input:not([type=checkbox]), textarea, select, [contenteditable]') != null;

/** Does what a key stands for in a list, if anything. */
export default function pressKey(event: KeyboardEvent, list: HTMLElement, close: () => boolean) {
  const act = event.key === 'Escape' ? close : actions[event.key.toLowerCase()];
  if (act && !isTaken(event) && act(list)) event.preventDefault();
}

const actions: Readonly<Record<string, (list: HTMLElement) => boolean>> = {
  j: (list) => move(list, 1),
  k: (list) => move(list, -1),
  x: (list) => press(rowOf(list)?.querySelector('[type=checkbox]')),
  p: () => press(document.querySelector('[aria-keyshortcuts=p]')),
};

function press(element: Element | null | undefined): boolean {
  (element as HTMLElement | null | undefined)?.click();
  return element != null;
}

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll('.item')];
const rowOf = (list: HTMLElement) => rowsOf(list).find((row) => row.matches(':focus-within'));

/** Moves the focus to the link of the next or previous row; from elsewhere to the first one, or on from the row on show. */
function move(list: HTMLElement, by: 1 | -1): boolean {
  const rows = rowsOf(list);
  const row = rowOf(list) ?? rows.find((one) => one.querySelector('[aria-current]'));
  const next = rows[row ? rows.indexOf(row) + by : 0];
  const link = next?.querySelector<HTMLElement>('.cover');
  if (!link) return false;
  link.focus({ preventScroll: true });
  link.scrollIntoView({ block: 'nearest' });
  return true;
}
