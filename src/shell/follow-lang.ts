import { call } from '../data/api.ts';
import { hasFeature, type Me } from '../data/session.ts';
import { lang, matchLang, setLang } from '../lang/index.ts';
import { local } from '../storage.ts';
import { languageSource } from './language-source.ts';

/** Switches to the nearest offered language; if it cannot be loaded, the current one stays until the next call. */
const setNearestLang = async (tag: string | null | undefined) => {
  const fits = matchLang(tag);
  if (fits && fits !== lang.peek()) await setLang(fits).catch(() => {});
  return fits;
};

/** Applies the host's language, the first one or a change, by the order in language-source.ts; a change is stored. */
export async function applyHostLang(tag: string, when: 'first' | 'changed') {
  if (when === 'first' && languageSource.from === 'choice') return;
  const fits = await setNearestLang(tag);
  if (!fits) return;
  languageSource.from = 'host';
  if (when === 'first') return;
  local.set('lang', fits);
  local.remove('langChosen');
}

/**
 * Reports a new choice to the server, so that the account follows the last one. A choice is reported only once, so that
 * an older one does not overwrite that of another device.
 */
export async function reportChoice() {
  if (languageSource.from !== 'choice' || local.get('langChosen') !== '1' || !hasFeature('language')) return;
  const tag = lang.peek();
  const answer = await call('POST /v1/user/lang', { lang: tag }, { quiet: true }).catch(() => undefined);
  if (answer && tag === lang.peek()) local.set('langChosen', 'reported');
}

/** Applies the account's language, unless a stronger source of language-source.ts has set one. */
export async function applyAccountLang({ lang: tag }: Me) {
  if (languageSource.from === 'default' || languageSource.from === 'storage') await setNearestLang(tag);
}
