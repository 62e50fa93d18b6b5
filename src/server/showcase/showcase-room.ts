import { and, count, eq, gte } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { showcase, showcaseRemovals } from '../schema/goods.ts';
import type { ShopRow } from '../shop/shop-row.ts';
import { startOfDay } from '../zone.ts';

type RoomDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

export const goodsCap = ({ config }: Pick<Deps, 'config'>, shop: ShopRow): number =>
  config.limits.goodsByLevel[shop.level];

/** How many articles the shop has listed, and how many its level allows. */
export async function roomOf(deps: RoomDeps, shop: ShopRow): Promise<{ used: number; cap: number }> {
  const listed = and(eq(showcase.shopId, shop.id), eq(showcase.status, 'listed'));
  const [row] = await deps.db.select({ used: count() }).from(showcase).where(listed);
  return { used: row?.used ?? 0, cap: goodsCap(deps, shop) };
}

/** Removals of the shop's present day, by its own clock on the wall. */
export async function deleteQuotaOf({ db, clock, config }: RoomDeps, shop: ShopRow) {
  const now = clock.now();
  const today = gte(showcaseRemovals.at, startOfDay(shop.timeZone, now));
  const [row] = await db
    .select({ used: count() })
    .from(showcaseRemovals)
    .where(and(eq(showcaseRemovals.shopId, shop.id), today));
  return {
    used: row?.used ?? 0,
    limit: config.limits.showcaseDeletionsPerDay,
    resetsAt: startOfDay(shop.timeZone, now, 1).toISOString(),
  };
}
