import { and, eq, inArray, max } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { permissions } from '../../contract/permissions.ts';
import type { Deps } from '../context.ts';
import { blocksOf } from '../help/blocks.ts';
import { refuse } from '../refuse.ts';
import { articles, articleTexts } from '../schema/help.ts';
import { decision } from './decision.ts';
import { text } from './flags.ts';

const articleId = v.pipe(text, v.regex(/^[a-z0-9-]{1,48}$/));
const body = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(20_000), v.excludes('\0'));
const langs = v.pipe(
  text,
  v.transform((typed) => typed.split(',').map((lang) => lang.trim())),
);
const words = {
  ...{ id: articleId, lang: text, title: text, category: text, body },
  // For those only who have it; `none` makes it everybody's again.
  permission: v.optional(v.picklist([...permissions, 'none'])),
};

type Words = v.InferOutput<v.StrictObjectSchema<typeof words, undefined>>;

async function place(
  { db }: Deps,
  { id, permission: said }: Pick<Words, 'id' | 'permission'>,
): Promise<void> {
  const [last] = await db.select({ position: max(articles.position) }).from(articles);
  const permission = said === undefined || said === 'none' ? null : said;
  const added = db.insert(articles).values({ id, permission, position: (last?.position ?? 0) + 1 });
  // Another language of it says nothing on who may read it, unless it says so.
  if (said === undefined) await added.onConflictDoNothing();
  else await added.onConflictDoUpdate({ target: articles.id, set: { permission } });
}

async function write(deps: Deps, input: Words, actor: string) {
  const { id, lang, title, category, body: typed } = input;
  const { db, clock, config } = deps;
  if (!config.langs.includes(lang)) throw refuse(codes.languageNotConfigured, { field: 'lang' });
  await place(deps, input);
  const blocks = blocksOf(typed.split('\n'));
  const said = { category, title, blocks, shipped: false, actor, updatedAt: clock.now(), withdrawnAt: null };
  await db
    .insert(articleTexts)
    .values({ articleId: id, lang, ...said })
    .onConflictDoUpdate({ target: [articleTexts.articleId, articleTexts.lang], set: said });
  return { id, lang, blocks: blocks.length };
}

/** Some of an article's texts, or all of them; refuses a language that is named twice, or that it is not there in. */
async function textsOf({ db }: Deps, id: string, named: string[] | undefined) {
  if (named && new Set(named).size < named.length) throw refuse(codes.languageDuplicated, { field: 'langs' });
  const found = await db
    .select({ lang: articleTexts.lang })
    .from(articleTexts)
    .where(eq(articleTexts.articleId, id));
  if (found.length === 0) throw refuse(codes.recordNotFound, { field: 'id' });
  const there = found.map(({ lang }) => lang);
  if (named?.some((lang) => !there.includes(lang)))
    throw refuse(codes.languageNotConfigured, { field: 'langs' });
  return and(eq(articleTexts.articleId, id), inArray(articleTexts.lang, named ?? there));
}

export const helpDecisions = {
  'qa-publish': decision(
    'Publishes an answer of the help in one language, or writes it anew. Lines: "# " heading, "- " or "1. " item.',
    words,
    write,
  ),

  'qa-translate': decision(
    'Adds a language to an answer that is there already.',
    words,
    async (deps, input, actor) => {
      const found = await deps.db
        .select({ lang: articleTexts.lang })
        .from(articleTexts)
        .where(eq(articleTexts.articleId, input.id));
      if (found.length === 0) throw refuse(codes.recordNotFound, { field: 'id' });
      if (found.some(({ lang }) => lang === input.lang))
        throw refuse(codes.languageExists, { field: 'lang' });
      return write(deps, input, actor);
    },
  ),

  'qa-withdraw': decision(
    'Takes an answer out of the help, in all languages or in those named.',
    { id: articleId, langs: v.optional(langs), reason: text },
    async (deps, { id, langs: named }) => {
      const which = await textsOf(deps, id, named);
      await deps.db.update(articleTexts).set({ withdrawnAt: deps.clock.now() }).where(which);
      return { id, langs: named ?? 'all' };
    },
  ),

  'qa-restore': decision(
    'Puts a withdrawn answer back.',
    { id: articleId, langs: v.optional(langs) },
    async (deps, { id, langs: named }) => {
      const which = await textsOf(deps, id, named);
      await deps.db.update(articleTexts).set({ withdrawnAt: null }).where(which);
      return { id, langs: named ?? 'all' };
    },
  ),
};
