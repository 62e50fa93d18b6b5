import { and, eq, notInArray, or, sql } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { languages } from '../../platform/texts/languages.ts';
import { articles, articleTexts } from '../../schema/help.ts';
import { blocksOf } from './blocks.ts';

const shippedTexts = (at: Date) =>
  Object.entries(languages).flatMap(([lang, { help }]) =>
    Object.entries(help.articles).map(([articleId, { category, title, body }]) => ({
      articleId,
      lang,
      title,
      blocks: blocksOf(body),
      shipped: true,
      actor: 'system',
      updatedAt: at,
      category: help.categories[category] ?? category,
    })),
  );

const changed = sql`(${articleTexts.title}, ${articleTexts.category}, ${articleTexts.blocks}) is distinct from
  (excluded.title, excluded.category, excluded.blocks)`;

/**
 * Updates the help that ships with the server: adds new texts, replaces changed ones, removes obsolete ones. Texts that
 * an operator has written or withdrawn stay. Several servers may do it at once.
 */
export async function seedHelp({ db, clock }: Deps): Promise<void> {
  const texts = shippedTexts(clock.now());
  const ids = Object.keys(languages.en?.help.articles ?? {});
  await inTransaction(db, async (tx) => {
    await tx
      .insert(articles)
      .values(ids.map((id, position) => ({ id, position })))
      .onConflictDoUpdate({ target: articles.id, set: { position: sql`excluded.position` } });
    await tx
      .insert(articleTexts)
      .values(texts)
      .onConflictDoUpdate({
        target: [articleTexts.articleId, articleTexts.lang],
        set: {
          title: sql`excluded.title`,
          category: sql`excluded.category`,
          blocks: sql`excluded.blocks`,
          updatedAt: sql`excluded.updated_at`,
        },
        setWhere: and(eq(articleTexts.shipped, true), changed),
      });
    const langs = Object.keys(languages);
    const obsolete = or(notInArray(articleTexts.articleId, ids), notInArray(articleTexts.lang, langs));
    await tx.delete(articleTexts).where(and(eq(articleTexts.shipped, true), obsolete));
  });
}
