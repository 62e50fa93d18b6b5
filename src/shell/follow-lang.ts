import type { Me } from '../data/session.ts';
import { lang, matchLang, setLang } from '../lang/i18n.ts';
import { local } from '../storage.ts';
import { word } from './which-lang.ts';

/** A language that cannot be brought leaves the one that is here; the next word of anybody tries again. */
const follow = async (tag: string | null | undefined) => {
  const fits = matchLang(tag);
  if (fits && fits !== lang.peek()) await setLang(fits).catch(() => {});
  return fits;
};

/** The host's first word gives way to a choice; a change during the session is news, wins, and is kept. */
export async function hostLang(tag: string, when: 'first' | 'changed') {
  if (when === 'first' && word.from === 'choice') return;
  const fits = await follow(tag);
  if (!fits) return;
  word.from = 'host';
  if (when === 'first') return;
  local.set('lang', fits);
  local.remove('langChosen');
}

/** The account's own language, where nobody nearer has said anything. */
export async function meLang({ lang: tag }: Me) {
  if (word.from === 'default' || word.from === 'storage') await follow(tag);
}
