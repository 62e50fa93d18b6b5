import { matchLang } from '../../locales/match-lang.ts';

interface LangCandidates {
  /** The tag in the address. */
  url: string | null;
  /** The tag stored by an earlier visit. */
  stored: string | null;
  /** Whether the stored tag was a person's own choice. */
  chosen: unknown;
  /** The language of the page around Souk, where there is one. */
  page?: string;
}

/** Returns the first language and its source. English by default; the device's language is only offered. */
export function firstLang({ url, stored, chosen, page }: LangCandidates, langs: readonly string[]) {
  const nearest = (tag: string | null | undefined) => matchLang(tag, langs);
  const [fromUrl, earlier] = [nearest(url), nearest(stored)];
  if (earlier && (chosen || !fromUrl))
    return { lang: earlier, langFrom: chosen ? 'choice' : 'storage' } as const;
  if (fromUrl) return { lang: fromUrl, langFrom: 'url' } as const;
  return { lang: nearest(page) ?? nearest('en') ?? (langs[0] as string), langFrom: 'default' } as const;
}
