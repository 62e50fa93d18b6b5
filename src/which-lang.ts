import type { Me } from './data/session.ts';
import { local } from './data/storage.ts';
import { lang, matchLang, setLang } from './i18n.ts';
import type { Preload } from './preload.ts';

// Who says which language: a choice made in Souk, then the host, the address, /v1/me, English.

let said: 'choice' | 'host' | 'url' | 'kept' | 'nobody' = 'nobody';

/** Keeps what a person chose in Souk: from now on it wins. */
export function keepChoice(tag: string) {
  said = 'choice';
  local.set('lang', tag);
  local.set('langChosen', '1');
}

/** A language that cannot be brought leaves the one that is here; the next word of anybody tries again. */
const follow = async (tag: string | null | undefined) => {
  const fits = matchLang(tag);
  if (fits && fits !== lang.peek()) await setLang(fits).catch(() => {});
  return fits;
};

/** The first word: what the page's loader found, unless a choice is kept that it did not know of. */
export async function firstLang({ lang: found, langFrom }: Pick<Preload, 'lang' | 'langFrom'>) {
  const kept = local.get('lang');
  const chosen = Boolean(local.get('langChosen') && kept);
  said = chosen ? 'choice' : langFrom === 'url' ? 'url' : langFrom === 'storage' ? 'kept' : 'nobody';
  await follow(chosen ? kept : found);
}

/** The host's first word gives way to a choice; a change during the session is news, wins, and is kept. */
export async function hostLang(tag: string, when: 'first' | 'changed') {
  if (when === 'first' && said === 'choice') return;
  const fits = await follow(tag);
  if (!fits) return;
  said = 'host';
  if (when === 'first') return;
  local.set('lang', fits);
  local.remove('langChosen');
}

/** The account's own language, where nobody nearer has said anything. */
export async function meLang({ lang: tag }: Me) {
  if (said === 'nobody' || said === 'kept') await follow(tag);
}
