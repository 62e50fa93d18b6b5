import { matchLang as nearestLang } from '../../locales/match-lang.ts';
import { asksForTexts, findText, lang, loadTexts, type Params, partNames, t, textSource } from './texts.ts';

// All functions for texts. Those that the first screen needs are in texts.ts, which it imports directly.
export {
  addTexts,
  configureTexts,
  dir,
  lang,
  loadTexts,
  type TextKey,
  t,
  tn,
} from './texts.ts';

let wanted = '';

export const offeredLangs = () => textSource().langs;

/** Loads the parts that the shown language has or is loading; a screen may ask for another one meanwhile. */
async function loadShownParts(tag: string): Promise<void> {
  const shownParts = () => partNames.filter((part) => part === 'first' || asksForTexts(part, lang.peek()));
  const parts = shownParts();
  await Promise.all(parts.map((part) => loadTexts(part, tag)));
  if (shownParts().length > parts.length) return loadShownParts(tag);
}

/** Switches when the new texts are here, so no half-translated screen is drawn. The last of several calls wins. */
export async function setLang(tag: string): Promise<void> {
  wanted = tag;
  await loadShownParts(tag);
  if (wanted === tag) lang.value = tag;
}

/** Switches to a language that the person chose in Souk; the choice is stored, and wins over host and server. */
export async function chooseLang(tag: string): Promise<void> {
  await setLang(tag);
  textSource().persistChoice?.(tag);
}

/** Returns the offered language that fits a tag best. */
export const matchLang = (tag: string | null | undefined) => nearestLang(tag, textSource().langs);

/** Returns whether the server's own text is shown: for its special cases, and codes the catalogue does not have. */
const isServerText = (code: number | string) => code === 500 || (Number(code) >= 425 && Number(code) <= 435);

/** Returns the sentence for a refused or failed call, in the user's language. */
export function errorText(error: {
  code: number | string;
  message?: string;
  params?: Params;
  data?: { readonly reason?: string };
}): string {
  const reason = error.data?.reason;
  if (reason === 'absent') return t('shell.no_call');
  if (reason === 'forgotten') return t('safety.forgotten');
  const ours = findText(`error.${error.code}`, error.params);
  if (error.message && (isServerText(error.code) || !ours)) return error.message;
  return ours || findText('error.500');
}
