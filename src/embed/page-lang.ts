import { stored } from '../first/stored.ts';
import { firstLang } from '../lang/first-lang.ts';

/** Returns the first language in a page of others, and its source: the page's own language is the default. */
export const pageLang = (lang: string | undefined, offered: readonly string[]) =>
  firstLang(
    {
      url: lang ?? null,
      stored: stored('souk:lang'),
      chosen: stored('souk:langChosen'),
      page: document.documentElement.lang,
    },
    offered,
  );
