/** The offered language that fits a tag best, or undefined: `zh-Hant-HK` is zh-TW, `pt-BR` is pt. */
export function matchLang(tag: string | null | undefined, langs: readonly string[]): string | undefined {
  if (!tag) return undefined;
  const low = tag.toLowerCase().replace('_', '-');
  const base = low.split('-')[0];
  const chinese = /hant|tw|hk|mo/.test(low) ? 'zh-TW' : 'zh-CN';
  return (
    langs.find((known) => known.toLowerCase() === low) ??
    langs.find((known) => known === (base === 'zh' ? chinese : base))
  );
}
