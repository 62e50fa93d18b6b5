import { matchLang } from '../../locales/match-lang.ts';

interface Wishes {
  /** What the address says. */
  url: string | null;
  /** What an earlier visit kept. */
  kept: string | null;
  /** Whether that was a person's own choice. */
  chosen: unknown;
  browser: readonly string[];
}

/** The language of the first words, and whose wish it is. */
export function firstLang({ url, kept, chosen, browser }: Wishes, langs: readonly string[]) {
  const nearest = (tag: string | null) => matchLang(tag, langs);
  const [given, stored] = [nearest(url), nearest(kept)];
  if (stored && (chosen || !given)) return { lang: stored, langFrom: chosen ? 'choice' : 'storage' } as const;
  if (given) return { lang: given, langFrom: 'url' } as const;
  return { lang: browser.map(nearest).find((tag) => tag) ?? 'en', langFrom: 'default' } as const;
}
