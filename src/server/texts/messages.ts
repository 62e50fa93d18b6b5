import { textOf } from './texts.ts';

/** The sentence of a code in a language; the code itself where no catalogue has one. */
export const messageOf = (code: number, lang: string, params: Record<string, string | number> = {}): string =>
  textOf('error', String(code), lang, params) ?? `Code ${code}`;

/** The first language of Accept-Language that is offered, by its whole tag or its first part; else English. */
export const pickLang = (header: string | undefined, offered: readonly string[]): string => {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
  for (const tag of wanted) {
    const exact = offered.find((lang) => lang.toLowerCase() === tag);
    const first = offered.find((lang) => lang.toLowerCase().split('-')[0] === tag.split('-')[0]);
    const found = exact ?? first;
    if (found) return found;
  }
  return 'en';
};
