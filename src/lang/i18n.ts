import { matchLang as fitting } from '../../locales/match-lang.ts';
import { find, hasTexts, lang, loadTexts, type Params, partNames, textSource } from './texts.ts';

// All that is said of texts. What the first screen itself needs of it stands in texts.ts, which it imports directly.
export {
  configureTexts,
  dir,
  lang,
  loadTexts,
  type Part,
  type PluralKey,
  putTexts,
  type Table,
  type TextKey,
  type TextSource,
  t,
  tn,
} from './texts.ts';

let wanted = '';

export const offeredLangs = () => textSource().langs;

/** Switches when the new texts are here, so no half-translated screen is drawn. The last of several calls wins. */
export async function setLang(tag: string): Promise<void> {
  wanted = tag;
  const needed = partNames.filter((part) => part === 'first' || hasTexts(part, lang.peek()));
  await Promise.all(needed.map((part) => loadTexts(part, tag)));
  if (wanted === tag) lang.value = tag;
}

/** A choice that the person made in Souk: it is kept, and wins over what host and server say. */
export async function chooseLang(tag: string): Promise<void> {
  await setLang(tag);
  textSource().keep?.(tag);
}

/** The offered language that fits a tag best. */
export const matchLang = (tag: string | null | undefined) => fitting(tag, textSource().langs);

/** What the server's own words are shown for: its special cases, and codes the catalogue does not know. */
const serversOwn = (code: number | string) => code === 500 || (Number(code) >= 425 && Number(code) <= 435);

/** The sentence for a refused or failed call, in the user's language. */
export function errorText(error: { code: number | string; message?: string; params?: Params }): string {
  const ours = find(`error.${error.code}`, error.params);
  if (error.message && (serversOwn(error.code) || !ours)) return error.message;
  return ours || find('error.500');
}
