import { personal } from './person.ts';

export interface Message {
  readonly id: number;
  /** Made anew each time it is drawn, so that a change of language changes it too. */
  readonly text: () => string;
  readonly tone: 'good' | 'bad';
}

/** What is on show now. */
export const toasts = personal<readonly Message[]>([]);
/** What was said during this visit, newest first: a toast that was missed can be read again. */
export const toastHistory = personal<readonly Message[]>([]);

const MAX_HISTORY = 50;
let last = 0;

/** Says how something went: `toast(() => t('showcase.added'))`. The same words twice at once are said once. */
export function toast(text: () => string, tone: Message['tone'] = 'good') {
  const words = text();
  if (toasts.peek().some((one) => one.text() === words)) return;
  const message = { id: ++last, text, tone };
  toasts.value = [...toasts.peek(), message];
  toastHistory.value = [message, ...toastHistory.peek()].slice(0, MAX_HISTORY);
}

export const dropToast = (id: string | number) => {
  toasts.value = toasts.peek().filter((one) => one.id !== id);
};
