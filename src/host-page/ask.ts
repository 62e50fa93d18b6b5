import { element, input } from './element.ts';

/** Asks the person at the phone; `null` when they cancel. Without `name` there is nothing to type. */
export const ask = ({
  title,
  yes,
  name,
  value = '',
}: {
  readonly title: string;
  readonly yes: string;
  readonly name?: string;
  readonly value?: string;
}): Promise<string | null> => {
  const dialog = element<HTMLDialogElement>('ask');
  element('ask-title').textContent = title;
  element('ask-yes').textContent = yes;
  element('ask-name').textContent = name ?? '';
  element('ask-label').hidden = !name;
  input('ask-text').value = value;
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => resolve(dialog.returnValue === 'yes' ? input('ask-text').value : null),
      { once: true },
    );
  });
};
