import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Output, Parsed } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Keyset } from '../../platform/keyset.ts';
import { refuse } from '../../platform/refuse.ts';
import { comments } from '../../schema/comments.ts';
import { goods } from '../../schema/goods.ts';
import { orders } from '../../schema/orders.ts';

type Query = Parsed<'GET /v1/order-comment'>;
type Summary = Output<'GET /v1/order-comment'>['summary'];

export const commentKeyset: Keyset = {
  key: sql`${comments.createdAt}`,
  id: sql`${comments.id}`,
  type: 'timestamptz',
  direction: 'down',
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

const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
const ofStars = (stars: number) => count(sql`${comments.rating} = ${stars}`);
const replied = sql`exists (select 1 from comments reply where reply.parent_id = ${comments.id})`;

/** Returns buyers' comments by stars, counted from their rows. */
export async function commentSummary(db: Database, where: SQL | undefined): Promise<Summary> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      average: sql<string | null>`round(avg(${comments.rating}), 1)::text`,
      one: ofStars(1),
      two: ofStars(2),
      three: ofStars(3),
      four: ofStars(4),
      five: ofStars(5),
      unanswered: count(sql`not ${replied}`),
    })
    .from(comments)
    .where(and(where, eq(comments.by, 'buyer')));
  if (!row) throw new Error('a count has a row');
  return {
    count: row.count,
    average: row.average === null ? null : Number(row.average),
    byRating: { 1: row.one, 2: row.two, 3: row.three, 4: row.four, 5: row.five },
    unanswered: row.unanswered,
  };
}
