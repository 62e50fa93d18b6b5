import { elide } from '../../../lang/intl.ts';
import { type Catalog, languages } from './languages.ts';

type Params = Readonly<Record<string, string | number>>;

const filled = (text: string, lang: string, params: Params): string =>
  elide(
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? '')),
    lang,
  );

/** Returns a text of the server in a language, in English where that language lacks it; undefined where all do. */
export function textOf(
  section: Exclude<keyof Catalog, 'notice'>,
  key: string,
  lang: string,
  params: Params = {},
): string | undefined {
  const text = languages[lang]?.texts[section][key] ?? languages.en?.texts[section][key];
  return text === undefined ? undefined : filled(text, lang, params);
}

/** Returns title and body of a kind of notice; an unknown kind has its name as the title. */
export function noticeTexts(kind: string, lang: string, params: Params): { title: string; body: string } {
  const texts = languages[lang]?.texts.notice[kind] ?? languages.en?.texts.notice[kind];
  if (!texts) return { title: kind, body: '' };
  return { title: filled(texts.title, lang, params), body: filled(texts.body, lang, params) };
}
