import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import type { Context, Handlers } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { languages } from '../../platform/texts/languages.ts';
import { articles, articleTexts } from '../../schema/help.ts';
import { isPermitted, requirePermission } from '../../shops/sessions/permissions.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { configForShop } from '../../shops/terms/terms.ts';
import { blockWithFigures, type Reader, withFigures } from './figures.ts';

type Detail = Output<'POST /v1/home/qa_detail'>;
type TextRow = typeof articleTexts.$inferSelect;

/** The language of an article that the reader's language does not have. */
const fallbackLang = 'en';

async function readerOf(context: Context<'POST /v1/home/qa'>): Promise<Reader> {
  const { db, lang, caller } = context;
  const { currency } = await shopOf(db, caller.shopId);
  return { config: await configForShop(context, caller.shopId), lang, currency };
}

/** Returns published texts by their article, in the reader's language where there is one. */
async function publishedTexts({ db, lang, caller }: Context<'POST /v1/home/qa'>): Promise<TextRow[]> {
  const textRows = await db
    .select({ text: articleTexts, permission: articles.permission })
    .from(articleTexts)
    .innerJoin(articles, eq(articles.id, articleTexts.articleId))
    .where(and(inArray(articleTexts.lang, [lang, fallbackLang]), isNull(articleTexts.withdrawnAt)))
    .orderBy(asc(articles.position), asc(articles.id));
  const best = new Map<string, TextRow>();
  for (const { text } of textRows.filter(({ permission }) => isPermitted(caller, permission)))
    if (text.lang === lang || !best.has(text.articleId)) best.set(text.articleId, text);
  return [...best.values()];
}

// Normalises a text for search: diacritics and the width of letters do not count.
const searchable = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ');

const wordsOf = ({ title, category, blocks }: TextRow, reader: Reader): string =>
  searchable(
    [title, category, ...blocks.flatMap((one) => [one.text, ...(one.items ?? [])])]
      .map((text) => withFigures(text, reader))
      .join('\n'),
  );

// The demo speeds up machines and other people; the merchant's own deadlines stay.
const sooner = /\{\{limits\.(autoAcceptDays|returnWindowDays)\}\}/;

const demoBlocks = ({ blocks, lang }: TextRow): Detail['blocks'] => {
  const isSooner = sooner.test(JSON.stringify(blocks));
  const demoText = (languages[lang] ?? languages[fallbackLang])?.help.demo;
  return isSooner && demoText ? [{ kind: 'p', text: demoText }] : [];
};

export const qaHandlers = {
  'POST /v1/home/qa': async (context, { keyword }) => {
    const texts = await publishedTexts(context);
    if (texts.length === 0) throw refuse(codes.languageNotConfigured);
    const reader = await readerOf(context);
    const wanted = searchable(keyword ?? '');
    const list = texts
      .filter((text) => wordsOf(text, { ...reader, lang: text.lang }).includes(wanted))
      .map(({ articleId: id, category, title, lang, updatedAt }) => ({
        id,
        category,
        title: withFigures(title, { ...reader, lang }),
        updatedAt: updatedAt.toISOString(),
      }));
    return { list };
  },

  'POST /v1/home/qa_detail': async (context, { id }) => {
    const { db, config, lang, caller } = context;
    const published = and(eq(articleTexts.articleId, id), isNull(articleTexts.withdrawnAt));
    const rows = await db
      .select({ text: articleTexts, permission: articles.permission })
      .from(articleTexts)
      .innerJoin(articles, eq(articles.id, articleTexts.articleId))
      .where(published);
    const [first] = rows;
    if (!first) throw refuse(codes.recordNotFound, { field: 'id' });
    requirePermission(caller, first.permission);
    const texts = rows.map((row) => row.text);
    const text = texts.find((one) => one.lang === lang) ?? texts.find((one) => one.lang === fallbackLang);
    // The article exists, but in languages that this reader has not asked for.
    if (!text) throw refuse(codes.languageNotConfigured, { field: 'id' });
    const reader = { ...(await readerOf(context)), lang: text.lang };
    const blocks = [...text.blocks, ...(config.demo ? demoBlocks(text) : [])];
    return {
      id,
      title: withFigures(text.title, reader),
      lang: text.lang,
      fallback: text.lang !== lang,
      blocks: blocks.map((one) => blockWithFigures(one, reader)),
      updatedAt: text.updatedAt.toISOString(),
    };
  },
} satisfies Partial<Handlers>;
