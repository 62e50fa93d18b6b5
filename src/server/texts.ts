import ar from '../../locales/ar.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };
import es from '../../locales/es.json' with { type: 'json' };
import fr from '../../locales/fr.json' with { type: 'json' };
import id from '../../locales/id.json' with { type: 'json' };
import it from '../../locales/it.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import ko from '../../locales/ko.json' with { type: 'json' };
import pt from '../../locales/pt.json' with { type: 'json' };
import vi from '../../locales/vi.json' with { type: 'json' };
import zhCn from '../../locales/zh-CN.json' with { type: 'json' };
import zhTw from '../../locales/zh-TW.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;
type Params = Readonly<Record<string, string | number>>;

interface Catalog {
  readonly error: Texts;
  readonly reasons: Texts;
  readonly refusals: Texts;
  readonly level: Texts;
  readonly statement: Texts;
  readonly terms: Texts;
  readonly notice: Readonly<Record<string, { readonly title: string; readonly body: string }>>;
}

// A language that exists is added here, and nowhere else on the server.
const catalogs: Readonly<Record<string, Catalog>> = {
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

const filled = (text: string, params: Params): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** What the server itself says in a language, in English where that language lacks it; undefined where all do. */
export function textOf(
  section: 'error' | 'reasons' | 'refusals' | 'level' | 'statement' | 'terms',
  key: string,
  lang: string,
  params: Params = {},
): string | undefined {
  const text = catalogs[lang]?.[section][key] ?? catalogs.en?.[section][key];
  return text === undefined ? undefined : filled(text, params);
}

/** Title and body of a kind of notice; a kind that nobody knows any more is said by its name. */
export function noticeTexts(kind: string, lang: string, params: Params): { title: string; body: string } {
  const texts = catalogs[lang]?.notice[kind] ?? catalogs.en?.notice[kind];
  if (!texts) return { title: kind, body: '' };
  return { title: filled(texts.title, params), body: filled(texts.body, params) };
}
