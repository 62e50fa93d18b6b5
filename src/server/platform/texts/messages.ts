import { matchLang } from '../../../../locales/match-lang.ts';
import { textOf } from './texts.ts';

/** Returns the text of a code in a language; the code itself where no catalogue has one. */
export const messageOf = (code: number, lang: string, params: Record<string, string | number> = {}): string =>
  textOf('error', String(code), lang, params) ??
  textOf('callError', String(code), lang, params) ??
  `Code ${code}`;

/** Returns the first language of Accept-Language that is offered, matched as the app does; else English. */
export const pickLang = (header: string | undefined, offered: readonly string[]): string => {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => part.split(';')[0]?.trim());
  return wanted.map((tag) => matchLang(tag, offered)).find((tag) => tag) ?? 'en';
};
