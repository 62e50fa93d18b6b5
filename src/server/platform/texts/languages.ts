// Every language of the server. A new one is added here, and nowhere else on the server.
import ar from '../../../../locales/ar.json' with { type: 'json' };
import en from '../../../../locales/en.json' with { type: 'json' };
import es from '../../../../locales/es.json' with { type: 'json' };
import fr from '../../../../locales/fr.json' with { type: 'json' };
import helpAr from '../../../../locales/help/ar.json' with { type: 'json' };
import helpEn from '../../../../locales/help/en.json' with { type: 'json' };
import helpEs from '../../../../locales/help/es.json' with { type: 'json' };
import helpFr from '../../../../locales/help/fr.json' with { type: 'json' };
import helpId from '../../../../locales/help/id.json' with { type: 'json' };
import helpIt from '../../../../locales/help/it.json' with { type: 'json' };
import helpJa from '../../../../locales/help/ja.json' with { type: 'json' };
import helpKo from '../../../../locales/help/ko.json' with { type: 'json' };
import helpPt from '../../../../locales/help/pt.json' with { type: 'json' };
import helpVi from '../../../../locales/help/vi.json' with { type: 'json' };
import helpZhCn from '../../../../locales/help/zh-CN.json' with { type: 'json' };
import helpZhTw from '../../../../locales/help/zh-TW.json' with { type: 'json' };
import id from '../../../../locales/id.json' with { type: 'json' };
import it from '../../../../locales/it.json' with { type: 'json' };
import ja from '../../../../locales/ja.json' with { type: 'json' };
import ko from '../../../../locales/ko.json' with { type: 'json' };
import pt from '../../../../locales/pt.json' with { type: 'json' };
import vi from '../../../../locales/vi.json' with { type: 'json' };
import zhCn from '../../../../locales/zh-CN.json' with { type: 'json' };
import zhTw from '../../../../locales/zh-TW.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;

/** The server's own texts. */
export interface Catalog {
  readonly app: Texts;
  readonly column: Texts;
  /** Sentences of codes that any call may answer, and of those that single calls answer. */
  readonly error: Texts;
  readonly callError: Texts;
  readonly flow: Texts;
  readonly orders: { readonly paid_from: Texts };
  readonly reasons: Texts;
  readonly refusals: Texts;
  readonly level: Texts;
  readonly statement: Texts;
  readonly status: Texts;
  readonly terms: Texts;
  readonly parcel: Texts;
  readonly place: Texts;
  readonly notice: Readonly<Record<string, { readonly title: string; readonly body: string }>>;
}

/** The questions and answers that ship with the server. */
interface HelpCatalog {
  readonly categories: Texts;
  /** The demo's note that something takes less time there than written. */
  readonly demo: string;
  readonly articles: Readonly<
    Record<string, { readonly category: string; readonly title: string; readonly body: readonly string[] }>
  >;
}

export interface Language {
  readonly texts: Catalog;
  readonly help: HelpCatalog;
  /** What the demo's catalog and its people say. */
  demo(): Promise<{ default: typeof import('../../../../locales/demo/en.json') }>;
}

/** By tag, in the order in which they are offered. */
export const languages: Readonly<Record<string, Language>> = {
  en: {
    texts: en,
    help: helpEn,
    demo: () => import('../../../../locales/demo/en.json', { with: { type: 'json' } }),
  },
  ar: {
    texts: ar,
    help: helpAr,
    demo: () => import('../../../../locales/demo/ar.json', { with: { type: 'json' } }),
  },
  es: {
    texts: es,
    help: helpEs,
    demo: () => import('../../../../locales/demo/es.json', { with: { type: 'json' } }),
  },
  fr: {
    texts: fr,
    help: helpFr,
    demo: () => import('../../../../locales/demo/fr.json', { with: { type: 'json' } }),
  },
  id: {
    texts: id,
    help: helpId,
    demo: () => import('../../../../locales/demo/id.json', { with: { type: 'json' } }),
  },
  it: {
    texts: it,
    help: helpIt,
    demo: () => import('../../../../locales/demo/it.json', { with: { type: 'json' } }),
  },
  ja: {
    texts: ja,
    help: helpJa,
    demo: () => import('../../../../locales/demo/ja.json', { with: { type: 'json' } }),
  },
  ko: {
    texts: ko,
    help: helpKo,
    demo: () => import('../../../../locales/demo/ko.json', { with: { type: 'json' } }),
  },
  pt: {
    texts: pt,
    help: helpPt,
    demo: () => import('../../../../locales/demo/pt.json', { with: { type: 'json' } }),
  },
  vi: {
    texts: vi,
    help: helpVi,
    demo: () => import('../../../../locales/demo/vi.json', { with: { type: 'json' } }),
  },
  'zh-CN': {
    texts: zhCn,
    help: helpZhCn,
    demo: () => import('../../../../locales/demo/zh-CN.json', { with: { type: 'json' } }),
  },
  'zh-TW': {
    texts: zhTw,
    help: helpZhTw,
    demo: () => import('../../../../locales/demo/zh-TW.json', { with: { type: 'json' } }),
  },
};
