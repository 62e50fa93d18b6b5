import type { Preload } from '../preload.ts';
import { local } from '../storage.ts';

// Sources of the language, the strongest first: a choice made in Souk, the host, the address, /v1/me, English.

/** The source of the language in use. */
export const languageSource: { from: Preload['langFrom'] | 'host' } = { from: 'default' };

/** Stores what a person chose in Souk: from now on it wins. */
export function persistChoice(tag: string) {
  languageSource.from = 'choice';
  local.set('lang', tag);
  local.set('langChosen', '1');
}
