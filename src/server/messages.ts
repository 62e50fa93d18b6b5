import ar from '../../locales/ar.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };
import zhCn from '../../locales/zh-CN.json' with { type: 'json' };

type Texts = Record<string, string>;

// The error section of each language that exists; what is missing there is said in English.
const catalogs: Record<string, Texts> = { en: en.error, ar: ar.error, 'zh-CN': zhCn.error };

const fill = (text: string, params: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** The sentence of a code in a language; the code's own name where no catalog has one. */
export const messageOf = (
  code: number,
  lang: string,
  params: Record<string, string | number> = {},
): string => {
  const text = catalogs[lang]?.[code] ?? catalogs.en?.[code];
  return text ? fill(text, params) : `Code ${code}`;
};

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
