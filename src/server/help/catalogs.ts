import ar from '../../../locales/help/ar.json' with { type: 'json' };
import en from '../../../locales/help/en.json' with { type: 'json' };
import es from '../../../locales/help/es.json' with { type: 'json' };
import fr from '../../../locales/help/fr.json' with { type: 'json' };
import id from '../../../locales/help/id.json' with { type: 'json' };
import it from '../../../locales/help/it.json' with { type: 'json' };
import ja from '../../../locales/help/ja.json' with { type: 'json' };
import ko from '../../../locales/help/ko.json' with { type: 'json' };
import pt from '../../../locales/help/pt.json' with { type: 'json' };
import vi from '../../../locales/help/vi.json' with { type: 'json' };
import zhCn from '../../../locales/help/zh-CN.json' with { type: 'json' };
import zhTw from '../../../locales/help/zh-TW.json' with { type: 'json' };

export interface HelpCatalog {
  readonly categories: Readonly<Record<string, string>>;
  /** What the demo says where something takes less time than is written. */
  readonly demo: string;
  readonly articles: Readonly<
    Record<string, { readonly category: string; readonly title: string; readonly body: readonly string[] }>
  >;
}

/** The help that ships with the server. A language that exists is added here, and nowhere else. */
export const helpCatalogs: Readonly<Record<string, HelpCatalog>> = {
  en,
  ar,
  es,
  fr,
  id,
  it,
  ja,
  ko,
  pt,
  vi,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
};
