// What the keys of a list do; loaded where a window is wide enough to have them.

/** Whether a key is another's: that of a field, of a sheet, or of the browser. */
const isTaken = ({ target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }: KeyboardEvent) =>
  defaultPrevented ||
  ctrlKey ||
  metaKey ||
  altKey ||
  shiftKey ||
  document.querySelector('dialog[open]') !== null ||
  (target as Element).closest?.('input:not([type=checkbox]), textarea, select, [contenteditable]') != null;

/** Whether the focus is in the list, or with nothing that is pressed: a heading has it where a screen begins. */
const isOfList = (target: Element, list: HTMLElement) =>
  list.contains(target) || target.matches('body, h1, h2');

/**
 * Runs the action of a key in a list, if it has one. A letter counts only while the list has the focus, as voice input
 * types letters that are not meant as keys.
 */
export default function pressKey(event: KeyboardEvent, list: HTMLElement, close: () => boolean) {
  const { key, code, target } = event;
  if (key === 'ArrowDown' && (target as Element).matches('[type=search]')) return leaveSearch(event, list);
  // A keyboard of another script writes its own letters: the key is then the one where Latin letters are printed.
  const letter = /^[!-~]$/.test(key) ? key : code.replace('Key', '');
  const act = isOfList(target as Element, list) ? actions[letter.toLowerCase()] : undefined;
  const chosen = key === 'Escape' ? close : act;
  if (chosen && !isTaken(event) && chosen(list)) event.preventDefault();
}

/** Leads from the search to what it has found, past the groups and the columns between them. */
function leaveSearch(event: KeyboardEvent, list: HTMLElement) {
  if (!event.defaultPrevented && move(list, 1)) event.preventDefault();
}

const actions: Readonly<Record<string, (list: HTMLElement) => boolean>> = {
  j: (list) => move(list, 1),
  k: (list) => move(list, -1),
  x: (list) => press(rowOf(list)?.querySelector('[type=checkbox]')),
  p: () => pressNamed('p'),
  l: () => pressNamed('l'),
  u: () => pressNamed('u'),
};

function press(element: Element | null | undefined): boolean {
  (element as HTMLElement | null | undefined)?.click();
  return element != null;
}

const pressNamed = (key: string) => press(document.querySelector(`[aria-keyshortcuts=${key}]`));

/** What of a row takes the focus: its link, or its box where cards are selected. */
const linkOf = (row: Element) => row.querySelector<HTMLElement>('.cover:not(label), .cover > input');

/** A card that is listed already cannot be selected, and is passed over. */
const rowsOf = (list: HTMLElement) => [...list.querySelectorAll('.item, .goods')].filter(linkOf);
const rowOf = (list: HTMLElement) => rowsOf(list).find((row) => row.matches(':focus-within'));

/** Moves the focus to the link, or the box, of the next or previous row; from elsewhere to the first one, or on from the row that was opened. */
function move(list: HTMLElement, by: 1 | -1): boolean {
  const rows = rowsOf(list);
  const row = rowOf(list) ?? rows.find((one) => one.querySelector('[aria-current=page]'));
  const next = rows[row ? rows.indexOf(row) + by : 0];
  const link = next && linkOf(next);
  if (!link) return false;
  link.focus({ preventScroll: true });
  link.scrollIntoView({ block: 'nearest' });
  return true;
}
