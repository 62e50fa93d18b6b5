import { sql } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { type Database, queryRows } from '../../platform/database/db.ts';
import { goodsOutcomes } from '../../schema/goods.ts';

type Facts = NonNullable<Output<'POST /v1/goods/detail'>['facts']>;

/** How many orders are looked at: the last ones, so that no call reads more the older the platform is. */
const maxOrders = 200;
/** Of fewer, a share would be chance; of fewer shops, it would show what one of them sells. */
const minOrders = 20;
const minShops = 5;

/** Records how orders of articles ended, by which the platform knows them. */
export async function recordOutcomes(
  db: Database,
  outcomes: (typeof goodsOutcomes.$inferInsert)[],
): Promise<void> {
  await db.insert(goodsOutcomes).values(outcomes);
}

/** Returns what the platform has seen of an article in the last orders that ended; null where they are too few. */
export async function factsOf(db: Database, goodsId: string): Promise<Facts | null> {
  const [facts] = await queryRows<Facts>(
    db,
    sql`select count(*)::int as "orders", count(distinct shop_id)::int as "shops",
          percentile_disc(0.5) within group (order by days) as "daysP50",
          percentile_disc(0.9) within group (order by days) as "daysP90",
          (count(*) filter (where came_back))::int as "cameBack"
        from (select shop_id, days, came_back from goods_outcomes where goods_id = ${goodsId}
          order by ended_at desc, order_id desc limit ${maxOrders}) as last_orders`,
  );
  return facts && facts.orders >= minOrders && facts.shops >= minShops ? facts : null;
}
