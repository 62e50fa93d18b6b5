import ar from '../../locales/ar.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };
import zhCN from '../../locales/zh-CN.json' with { type: 'json' };

type Reasons = Record<string, string>;

const catalogs: Record<string, Reasons> = { en: en.reasons, ar: ar.reasons, 'zh-CN': zhCN.reasons };

/**
 * A stored reason in the reader's language. Codes have a text in `locales`, section `reasons`; what an operator
 * wrote in free words is shown as it was written.
 */
export function reasonText(lang: string, code: string, params: Record<string, string> = {}): string {
  const text = catalogs[lang]?.[code] ?? catalogs.en?.[code] ?? code;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '');
}
