import { personal } from './person.ts';

export interface Toast {
  readonly id: number;
  /** Returns the text; called at each drawing, so that it follows the language. */
  readonly text: () => string;
  readonly tone: 'good' | 'bad';
  /** Takes back what it tells of. */
  readonly undo?: (() => void) | undefined;
}

/** The toasts on the screen. */
export const toasts = personal<readonly Toast[]>([]);
/** The toasts of this visit, newest first: a missed toast can be read again. */
export const toastHistory = personal<readonly Toast[]>([]);

const maxHistory = 50;
let last = 0;

/** Shows a message: `toast(() => t('showcase.added'))`. The same text twice at once is shown once. */
export function toast(text: () => string, tone: Toast['tone'] = 'good', undo?: Toast['undo']) {
  const words = text();
  if (toasts.peek().some((one) => one.text() === words)) return;
  const message = { id: ++last, text, tone, undo };
  toasts.value = [...toasts.peek(), message];
  toastHistory.value = [message, ...toastHistory.peek()].slice(0, maxHistory);
}

export const removeToast = (id: string | number) => {
  toasts.value = toasts.peek().filter((one) => one.id !== id);
};
