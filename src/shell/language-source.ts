import type { Preload } from '../preload.ts';
import { local } from '../storage.ts';

// Who decides the language, the strongest first: a choice made in Souk, the host, the address, the account (/v1/me), an
// earlier visit, the page around Souk, the device, English. A host that changes its language later wins over all of
// them; it is kept as an earlier visit's, and no longer as a choice.

/** The source of the language in use. */
export const languageSource: { from: Preload['langFrom'] | 'host' } = { from: 'default' };

/** Stores what a person chose in Souk. */
export function persistChoice(tag: string) {
  languageSource.from = 'choice';
  local.set('lang', tag);
  local.set('langChosen', '1');
}
