import { languages } from './languages.ts';

type Params = Readonly<Record<string, string | number>>;

const filled = (text: string, params: Params): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** What the server itself says in a language, in English where that language lacks it; undefined where all do. */
export function textOf(
  section: 'error' | 'reasons' | 'refusals' | 'level' | 'statement' | 'terms',
  key: string,
  lang: string,
  params: Params = {},
): string | undefined {
  const text = languages[lang]?.texts[section][key] ?? languages.en?.texts[section][key];
  return text === undefined ? undefined : filled(text, params);
}

/** Title and body of a kind of notice; a kind that nobody knows any more is said by its name. */
export function noticeTexts(kind: string, lang: string, params: Params): { title: string; body: string } {
  const texts = languages[lang]?.texts.notice[kind] ?? languages.en?.texts.notice[kind];
  if (!texts) return { title: kind, body: '' };
  return { title: filled(texts.title, params), body: filled(texts.body, params) };
}
