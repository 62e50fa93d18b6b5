import { and, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { shopEvents } from '../../schema/events.ts';
import { showcase } from '../../schema/goods.ts';

/** Records visits to a shop's front, one row each. */
export async function recordVisits({ db, clock }: Deps, shopId: string, count: number): Promise<void> {
  const visit = { shopId, kind: 'visit' as const, at: clock.now() };
  await db.insert(shopEvents).values(Array.from({ length: count }, () => visit));
}

/** Records clicks on goods of one shop, one row each; only listed goods can be clicked. */
export async function recordClicks(
  { db, clock }: Deps,
  shopId: string,
  clicks: { goodsId: string; count: number }[],
): Promise<void> {
  const here = and(eq(showcase.shopId, shopId), eq(showcase.status, 'listed'));
  const listedRows = await db.select({ goodsId: showcase.goodsId }).from(showcase).where(here);
  const listed = new Set(listedRows.map((row) => row.goodsId));
  if (clicks.some(({ goodsId }) => !listed.has(goodsId))) {
    throw refuse(codes.recordNotFound, { field: 'goods', reason: 'not_listed' });
  }
  const at = clock.now();
  const rows = clicks.flatMap(({ goodsId, count }) =>
    Array.from({ length: count }, () => ({ shopId, goodsId, kind: 'click' as const, at })),
  );
  if (rows.length > 0) await db.insert(shopEvents).values(rows);
}

/** Records a buyer's stars for an order, once per order. */
export async function recordRating(
  { db, clock }: Deps,
  order: { id: string; shopId: string },
  stars: number,
): Promise<void> {
  await db
    .insert(shopEvents)
    .values({ shopId: order.shopId, kind: 'rating', orderId: order.id, stars, at: clock.now() })
    .onConflictDoNothing();
}
