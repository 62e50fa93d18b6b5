import { elide } from '../../../lang/intl.ts';
import { type Catalog, languages } from './languages.ts';

type Params = Readonly<Record<string, string | number>>;

const filled = (text: string, lang: string, params: Params): string =>
  elide(
    text
      .replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
      // A French month ends with the point of its abbreviation, and a sentence with its own.
      .replace(/(\p{L})\.\.(?!\.)/gu, '$1.'),
    lang,
  );

// Keys may be what an operator or a carrier has written: "constructor" is no text of ours, though every object has one.
const ownOf = <Value>(texts: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  texts && Object.hasOwn(texts, key) ? texts[key] : undefined;

type TextSection = Exclude<keyof Catalog, 'notice' | 'orders'>;

/** Returns a text of the server in a language, in English where that language lacks it; undefined where all do. */
export function textOf(
  section: TextSection,
  key: string,
  lang: string,
  params: Params = {},
): string | undefined {
  const text = ownOf(languages[lang]?.texts[section], key) ?? ownOf(languages.en?.texts[section], key);
  return text === undefined ? undefined : filled(text, lang, params);
}

/** Returns a text of the server in every language; none where no language has it. */
export const textsOf = (section: TextSection, key: string): string[] =>
  Object.values(languages).flatMap(({ texts }) => ownOf(texts[section], key) ?? []);

/** Returns title and body of a kind of notice; an unknown kind has its name as the title. */
export function noticeTexts(kind: string, lang: string, params: Params): { title: string; body: string } {
  const texts = ownOf(languages[lang]?.texts.notice, kind) ?? ownOf(languages.en?.texts.notice, kind);
  if (!texts) return { title: kind, body: '' };
  return { title: filled(texts.title, lang, params), body: filled(texts.body, lang, params) };
}
