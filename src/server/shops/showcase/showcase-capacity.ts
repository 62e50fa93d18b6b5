import { and, count, eq, gte, ne } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { startOfDay } from '../../platform/zone.ts';
import { showcase, showcaseRemovals } from '../../schema/goods.ts';
import type { ShopRow } from '../shop-row.ts';

/** Returns how many articles a shop may list. */
export const goodsCap = ({ config }: Pick<Deps, 'config'>, { level }: Pick<ShopRow, 'level'>): number =>
  config.limits.goodsByLevel[level];

/** Returns how many articles the shop has listed, and how many its level allows. */
export async function capacityOf(deps: Deps, shop: ShopRow): Promise<{ used: number; cap: number }> {
  const listed = and(eq(showcase.shopId, shop.id), eq(showcase.status, 'listed'));
  const [row] = await deps.db.select({ used: count() }).from(showcase).where(listed);
  return { used: row?.used ?? 0, cap: goodsCap(deps, shop) };
}

/** Returns how many articles the supplier or the platform took off a shop's showcase. */
export const takenOffIn = (db: Database, shopId: string): Promise<number> =>
  db.$count(
    showcase,
    and(eq(showcase.shopId, shopId), eq(showcase.status, 'unlisted'), ne(showcase.unlistReason, 'merchant')),
  );

/** Returns the removals of the shop's current day, in its own time zone, and their limit. */
export async function deleteQuotaOf({ db, clock, config }: Deps, shop: ShopRow) {
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
