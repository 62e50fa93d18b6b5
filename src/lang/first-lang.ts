import { matchLang } from '../../locales/match-lang.ts';

interface LangCandidates {
  /** The tag in the address. */
  url: string | null;
  /** The tag stored by an earlier visit. */
  stored: string | null;
  /** Set where the stored tag was a person's own choice. */
  chosen: string | null;
  /** The language of the page around Souk, where there is one. */
  page?: string;
}

/** Returns the first language and its source; the device's where no source names one that is offered. */
export function firstLang({ url, stored, chosen, page }: LangCandidates, langs: readonly string[]) {
  const tags = [chosen && stored, url, stored, page, ...navigator.languages, 'en', langs[0]];
  const fits = tags.map((tag) => matchLang(tag, langs));
  const at = fits.findIndex(Boolean);
  return { lang: fits[at] as string, langFrom: sources[at] ?? ('default' as const) };
}

/** The sources of the first candidates. */
const sources = ['choice', 'url', 'storage'] as const;
