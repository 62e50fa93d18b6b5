import { and, eq, inArray, max, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { permissions } from '../../../contract/status.ts';
import type { Deps } from '../../platform/context.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, names, text, textUpTo } from '../../platform/decisions/flag-types.ts';
import { count } from '../../platform/decisions/output-types.ts';
import { useShownImages } from '../../platform/files/shown-image.ts';
import { refuse } from '../../platform/refuse.ts';
import { articles, articleTexts } from '../../schema/help.ts';
import { blocksOf } from './blocks.ts';

const articleId = v.pipe(
  text,
  v.regex(/^[a-z0-9-]{1,48}$/, 'write at most 48 small letters, digits and dashes'),
);
const articleFlags = {
  id: articleId,
  lang: v.optional(text),
  title: v.optional(text),
  category: v.optional(text),
  body: v.optional(textUpTo(20_000)),
  // Restricts the article to readers with this permission; `none` lifts the restriction.
  permission: v.optional(v.picklist([...permissions, 'none'])),
  // A new article comes last. Those that ship with the server take their own places at every start, from 0.
  position: v.optional(integer(0, 100_000)),
};

type ArticleInput = v.InferOutput<v.StrictObjectSchema<typeof articleFlags, undefined>>;

/** Stores an article, or changes what is named of one that is there. */
async function placeArticle({ db }: Deps, { id, permission: named, position }: ArticleInput): Promise<void> {
  const [last] = await db.select({ position: max(articles.position) }).from(articles);
  const permission = named === 'none' ? null : named;
  await db
    .insert(articles)
    .values({ id, permission, position: position ?? (last?.position ?? 0) + 1 })
    .onConflictDoUpdate({
      target: articles.id,
      set: { permission, position: position ?? sql`${articles.position}` },
    });
}

async function writeArticle(deps: Deps, input: ArticleInput, actor: string) {
  const { db, clock, config } = deps;
  const required = (field: 'lang' | 'title' | 'category' | 'body'): string => {
    const value = input[field];
    if (value === undefined) throw refuse(codes.parameterMissing, { field });
    return value;
  };
  const lang = required('lang');
  const title = required('title');
  const category = required('category');
  const body = required('body');
  if (!config.langs.includes(lang)) throw refuse(codes.languageNotConfigured, { field: 'lang' });
  const blocks = blocksOf(body.split('\n'));
  const pictures = blocks.flatMap(({ kind, href }) => (kind === 'img' && href !== undefined ? [href] : []));
  await useShownImages(deps, 'body', pictures);
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
    .values({ articleId: input.id, lang, ...columns })
    .onConflictDoUpdate({ target: [articleTexts.articleId, articleTexts.lang], set: columns });
  return { id: input.id, lang, blocks: blocks.length };
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

/** Puts back what was withdrawn of an article, in one language or in all. */
async function restoreArticle(deps: Deps, input: ArticleInput) {
  const { id, lang } = input;
  const which = await textsOf(deps, id, lang === undefined ? undefined : [lang]);
  await placeArticle(deps, input);
  await deps.db.update(articleTexts).set({ withdrawnAt: null }).where(which);
  return { id, lang: lang ?? 'all' };
}

export const helpDecisions = {
  'qa-publish': defineDecision({
    about:
      'Publishes an answer of the help in one language, or replaces it; without title, category and body, puts back what was withdrawn. Lines: "# " heading, "- " or "1. " item.',
    on: 'help',
    roles: ['support'],
    weight: 'plain',
    codes: [427],
    input: articleFlags,
    output: v.object({ id: v.string(), lang: v.string(), blocks: v.optional(count) }),
    run: (deps, input, actor) => {
      const { title, category, body } = input;
      const hasText = [title, category, body].some((one) => one !== undefined);
      return hasText ? writeArticle(deps, input, actor) : restoreArticle(deps, input);
    },
  }),

  'qa-withdraw': defineDecision({
    about: 'Takes an answer out of the help, in all languages or in those named.',
    on: 'help',
    roles: ['support'],
    weight: 'plain',
    codes: [426, 427],
    input: { id: articleId, langs: v.optional(names), reason: text },
    output: v.object({ id: v.string(), langs: v.union([v.literal('all'), v.array(v.string())]) }),
    run: async (deps, { id, langs: named }) => {
      const which = await textsOf(deps, id, named);
      await deps.db.update(articleTexts).set({ withdrawnAt: deps.clock.now() }).where(which);
      return { id, langs: named ?? ('all' as const) };
    },
  }),
};
