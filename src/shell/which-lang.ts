import type { Preload } from '../preload.ts';
import { local } from '../storage.ts';

// Who says which language: a choice made in Souk, then the host, the address, /v1/me, English.

/** Whose word the language in use is. */
export const word: { from: Preload['langFrom'] | 'host' } = { from: 'default' };

/** Keeps what a person chose in Souk: from now on it wins. */
export function keepChoice(tag: string) {
  word.from = 'choice';
  local.set('lang', tag);
  local.set('langChosen', '1');
}
