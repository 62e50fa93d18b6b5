import ar from '../../../locales/help/ar.json' with { type: 'json' };
import en from '../../../locales/help/en.json' with { type: 'json' };
import zhCn from '../../../locales/help/zh-CN.json' with { type: 'json' };

export interface HelpCatalog {
  readonly categories: Readonly<Record<string, string>>;
  /** What the demo says where something takes less time than is written. */
  readonly demo: string;
  readonly articles: Readonly<
    Record<string, { readonly category: string; readonly title: string; readonly body: readonly string[] }>
  >;
}

/** The help that ships with the server. A language that exists is added here, and nowhere else. */
export const helpCatalogs: Readonly<Record<string, HelpCatalog>> = { en, ar, 'zh-CN': zhCn };
