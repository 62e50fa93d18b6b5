import { and, eq, inArray, max, notInArray } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { permissions } from '../../../contract/permissions.ts';
import type { Deps } from '../../platform/context.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { names, text, textUpTo } from '../../platform/decisions/flag-types.ts';
import { requireShownImages } from '../../platform/files/shown-image.ts';
import { refuse } from '../../platform/refuse.ts';
import { articles, articleTexts } from '../../schema/help.ts';
import { blocksOf } from './blocks.ts';

const articleId = v.pipe(text, v.regex(/^[a-z0-9-]{1,48}$/));
const body = textUpTo(20_000);
const articleFlags = {
  id: articleId,
  lang: text,
  title: text,
  category: text,
  body,
  // Restricts the article to readers with this permission; `none` lifts the restriction.
  permission: v.optional(v.picklist([...permissions, 'none'])),
};

type ArticleInput = v.InferOutput<v.StrictObjectSchema<typeof articleFlags, undefined>>;

async function placeArticle(
  { db }: Deps,
  { id, permission: chosen }: Pick<ArticleInput, 'id' | 'permission'>,
): Promise<void> {
  const [last] = await db.select({ position: max(articles.position) }).from(articles);
  const permission = chosen === undefined || chosen === 'none' ? null : chosen;
  const added = db.insert(articles).values({ id, permission, position: (last?.position ?? 0) + 1 });
  // A new translation changes who may read the article only where it names a permission.
  if (chosen === undefined) await added.onConflictDoNothing();
  else await added.onConflictDoUpdate({ target: articles.id, set: { permission } });
}

async function writeArticle(deps: Deps, input: ArticleInput, actor: string) {
  const { id, lang, title, category, body: typed } = input;
  const { db, clock, config } = deps;
  if (!config.langs.includes(lang)) throw refuse(codes.languageNotConfigured, { field: 'lang' });
  const blocks = blocksOf(typed.split('\n'));
  const pictures = blocks.flatMap(({ kind, href }) => (kind === 'img' && href !== undefined ? [href] : []));
  requireShownImages(config, 'body', pictures);
  await placeArticle(deps, input);
  const columns = {
    category,
    title,
    blocks,
    shipped: false,
    actor,
    updatedAt: clock.now(),
    withdrawnAt: null,
  };
  await db
    .insert(articleTexts)
    .values({ articleId: id, lang, ...columns })
    .onConflictDoUpdate({ target: [articleTexts.articleId, articleTexts.lang], set: columns });
  return { id, lang, blocks: blocks.length };
}

/** Returns the condition for some or all texts of an article; refuses a language that is named twice or has no text. */
async function textsOf({ db }: Deps, id: string, named: string[] | undefined) {
  if (named && new Set(named).size < named.length) throw refuse(codes.languageDuplicated, { field: 'langs' });
  const translations = await db
    .select({ lang: articleTexts.lang })
    .from(articleTexts)
    .where(eq(articleTexts.articleId, id));
  if (translations.length === 0) throw refuse(codes.recordNotFound, { field: 'id' });
  const existing = translations.map(({ lang }) => lang);
  if (named?.some((lang) => !existing.includes(lang)))
    throw refuse(codes.languageNotConfigured, { field: 'langs' });
  return and(eq(articleTexts.articleId, id), inArray(articleTexts.lang, named ?? existing));
}

/** Returns the operator's own articles in order; shipped ones are put in their place at every start. */
async function ownArticles({ db }: Deps): Promise<string[]> {
  const shipped = db
    .select({ id: articleTexts.articleId })
    .from(articleTexts)
    .where(eq(articleTexts.shipped, true));
  const own = await db
    .select({ id: articles.id })
    .from(articles)
    .where(notInArray(articles.id, shipped))
    .orderBy(articles.position, articles.id);
  return own.map(({ id }) => id);
}

// Links name an article by its id, so an existing id is never overwritten.
async function moveArticle(deps: Deps, { id, to }: { id: string; to: string }) {
  const { db } = deps;
  if (!(await ownArticles(deps)).includes(id)) throw refuse(codes.recordNotFound, { field: 'id' });
  const [article] = await db.select().from(articles).where(eq(articles.id, id));
  const [moved] = await db
    .insert(articles)
    .values({ position: 0, ...article, id: to })
    .onConflictDoNothing()
    .returning();
  if (!moved) throw refuse(codes.routePathExists, { field: 'to' });
  await db.update(articleTexts).set({ articleId: to }).where(eq(articleTexts.articleId, id));
  await db.delete(articles).where(eq(articles.id, id));
  return { id: to, from: id };
}

async function arrangeArticles(deps: Deps, { ids }: { ids: string[] }) {
  const { db } = deps;
  if (new Set(ids).size < ids.length) throw refuse(codes.routeDuplicated, { field: 'ids' });
  const own = await ownArticles(deps);
  if (!ids.every((id) => own.includes(id))) throw refuse(codes.recordNotFound, { field: 'ids' });
  const order = [...ids, ...own.filter((id) => !ids.includes(id))];
  const [last] = await db.select({ position: max(articles.position) }).from(articles);
  for (const [at, id] of order.entries())
    await db
      .update(articles)
      .set({ position: (last?.position ?? 0) + 1 + at })
      .where(eq(articles.id, id));
  return { ids: order };
}

export const helpDecisions = {
  'qa-publish': defineDecision(
    'Publishes an answer of the help in one language, or writes it anew. Lines: "# " heading, "- " or "1. " item.',
    articleFlags,
    writeArticle,
  ),

  'qa-translate': defineDecision(
    'Adds a language to an answer that is there already.',
    articleFlags,
    async (deps, input, actor) => {
      const translations = await deps.db
        .select({ lang: articleTexts.lang })
        .from(articleTexts)
        .where(eq(articleTexts.articleId, input.id));
      if (translations.length === 0) throw refuse(codes.recordNotFound, { field: 'id' });
      if (translations.some(({ lang }) => lang === input.lang))
        throw refuse(codes.languageExists, { field: 'lang' });
      return writeArticle(deps, input, actor);
    },
  ),

  'qa-withdraw': defineDecision(
    'Takes an answer out of the help, in all languages or in those named.',
    { id: articleId, langs: v.optional(names), reason: text },
    async (deps, { id, langs: named }) => {
      const which = await textsOf(deps, id, named);
      await deps.db.update(articleTexts).set({ withdrawnAt: deps.clock.now() }).where(which);
      return { id, langs: named ?? 'all' };
    },
  ),

  'qa-restore': defineDecision(
    'Puts a withdrawn answer back.',
    { id: articleId, langs: v.optional(names) },
    async (deps, { id, langs: named }) => {
      const which = await textsOf(deps, id, named);
      await deps.db.update(articleTexts).set({ withdrawnAt: null }).where(which);
      return { id, langs: named ?? 'all' };
    },
  ),

  'qa-move': defineDecision(
    "Gives an answer of the operator's own another address.",
    { id: articleId, to: articleId },
    moveArticle,
  ),

  'qa-arrange': defineDecision(
    "Puts answers of the operator's own into an order: the named ones first.",
    { ids: names },
    arrangeArticles,
  ),
};
