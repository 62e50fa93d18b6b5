import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Output, Parsed } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Keyset } from '../../platform/keyset.ts';
import { refuse } from '../../platform/refuse.ts';
import { comments } from '../../schema/comments.ts';
import { goods } from '../../schema/goods.ts';
import { orders } from '../../schema/orders.ts';
import { countsOf, ratingOf, stars } from '../../shops/figures/read-counts.ts';

type Query = Parsed<'GET /v1/order-comment'>;
type Summary = Output<'GET /v1/order-comment'>['summary'];

export const commentKeyset: Keyset = {
  key: sql`${comments.createdAt}`,
  id: sql`${comments.id}`,
  type: 'timestamptz',
  direction: 'desc',
};

/** Refuses with 404 an order or goods that do not exist or belong to another shop. */
export async function requireSubject(
  db: Database,
  shopId: string,
  { orderId, goodsId }: Query,
): Promise<void> {
  if (orderId !== undefined) {
    const ofShop = and(eq(orders.id, orderId), eq(orders.shopId, shopId));
    const [order] = await db.select({ id: orders.id }).from(orders).where(ofShop);
    if (!order) throw refuse(codes.recordNotFound, { field: 'orderId' });
  }
  if (goodsId === undefined) return;
  const [article] = await db.select({ id: goods.id }).from(goods).where(eq(goods.id, goodsId));
  if (!article) throw refuse(codes.recordNotFound, { field: 'goodsId' });
}

/** Returns every filter except the stars: the counts beside a list cover all stars. */
export const aboutSubject = (shopId: string, { orderId, goodsId }: Query): SQL | undefined =>
  and(
    eq(comments.shopId, shopId),
    isNull(comments.parentId),
    orderId === undefined ? undefined : eq(comments.orderId, orderId),
    goodsId === undefined ? undefined : eq(comments.goodsId, goodsId),
  );

/** A buyer's words without a reply; a rating alone waits for none. */
export const isUnanswered = sql`(${comments.by} = 'buyer' and ${comments.content} <> '' and ${comments.repliedAt} is null)`;

function summaryOf(countOf: (name: string) => number): Summary {
  const { count, mean } = ratingOf(countOf);
  const byRating = stars.map((star) => [star, countOf(`comments:${star}`)]);
  return {
    count: count + countOf('comments:0'),
    average: mean,
    byRating: Object.fromEntries(byRating) as Summary['byRating'],
    unanswered: countOf('unanswered'),
  };
}

// The comments of one order are few, and are counted one by one.
async function countedRows(db: Database, where: SQL | undefined): Promise<(name: string) => number> {
  const buyers = await db
    .select({ rating: comments.rating, unanswered: sql<boolean>`${isUnanswered}` })
    .from(comments)
    .where(and(where, eq(comments.by, 'buyer')));
  return (name) =>
    name === 'unanswered'
      ? buyers.filter((row) => row.unanswered).length
      : buyers.filter((row) => `comments:${row.rating ?? 0}` === name).length;
}

/** Returns buyers' comments on what is asked about, by stars. */
export async function commentSummary(db: Database, shopId: string, query: Query): Promise<Summary> {
  if (query.orderId !== undefined) return summaryOf(await countedRows(db, aboutSubject(shopId, query)));
  const subject = query.goodsId === undefined ? '' : `about:${query.goodsId}:`;
  const counts = await countsOf(db, shopId, [`${subject}comments:`, `${subject}unanswered`]);
  return summaryOf((name) => Number(counts.get(subject + name) ?? 0));
}
