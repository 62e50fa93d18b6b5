import ar from '../../locales/ar.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };
import zhCn from '../../locales/zh-CN.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;

// A language that exists is added here, and nowhere else on the server.
const catalogs: Readonly<Record<string, { readonly error: Texts; readonly reasons: Texts }>> = {
  en,
  ar,
  'zh-CN': zhCn,
};

/** What the server itself says in a language, in English where that language lacks it; undefined where all do. */
export function textOf(
  section: 'error' | 'reasons',
  key: string,
  lang: string,
  params: Readonly<Record<string, string | number>> = {},
): string | undefined {
  const text = catalogs[lang]?.[section][key] ?? catalogs.en?.[section][key];
  return text?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}
