import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/db.ts';
import { shopEvents } from '../../schema/events.ts';
import { orderEvents, orders } from '../../schema/orders.ts';

/** The home indicators of a span of time, each a count or a sum of event rows. */
export interface Figures {
  clicks: number;
  orders: number;
  purchaseCost: bigint;
  profitSettled: bigint;
  /** The profit of orders paid within the span that are neither settled nor ended. */
  profitEstimated: bigint;
}

const underWay = ['to_be_shipped', 'shipped', 'to_be_accepted', 'accepted', 'pending_settlement'] as const;

// The database sorts rows into spans by the given starts, so hours and days of any time zone are one query.
const bucketSql = (at: PgColumn, starts: Date[]): SQL<number> => {
  const edges = sql.join(
    starts.map((start) => sql`${start.toISOString()}::timestamptz`),
    sql`, `,
  );
  return sql<number>`width_bucket(${at}, array[${edges}])`;
};

const text = (sum: SQL) => sql<string>`coalesce(sum(${sum}), 0)::text`;
const estimate = sql`case when ${orderEvents.event} = 'pay' and ${inArray(orders.status, [...underWay])}
  then ${orders.amount} - ${orders.refunded} - ${orders.fee} - ${orders.cost} else 0 end`;

/** Returns one set of figures for each start, up to the next start or, for the last, to `end`. */
export async function bucketsOf(db: Database, shopId: string, starts: Date[], end: Date): Promise<Figures[]> {
  const [first] = starts;
  if (!first) return [];
  const within = (at: PgColumn) => and(gte(at, first), lt(at, end));
  const clicks = await db
    .select({ bucket: bucketSql(shopEvents.at, starts).as('bucket'), count: sql<string>`count(*)::text` })
    .from(shopEvents)
    .where(and(eq(shopEvents.shopId, shopId), eq(shopEvents.kind, 'click'), within(shopEvents.at)))
    .groupBy(sql`bucket`);
  const events = await db
    .select({
      bucket: bucketSql(orderEvents.at, starts).as('bucket'),
      placed: sql<string>`(count(*) filter (where ${orderEvents.event} = 'place'))::text`,
      purchase: text(sql`${orderEvents.purchase}`),
      profit: text(sql`${orderEvents.profit}`),
      estimated: text(estimate),
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(and(eq(orderEvents.shopId, shopId), within(orderEvents.at)))
    .groupBy(sql`bucket`);
  const clicked = new Map(clicks.map((row) => [Number(row.bucket), row]));
  const happened = new Map(events.map((row) => [Number(row.bucket), row]));
  return starts.map((_, index) => {
    const event = happened.get(index + 1);
    return {
      clicks: Number(clicked.get(index + 1)?.count ?? 0),
      orders: Number(event?.placed ?? 0),
      purchaseCost: BigInt(event?.purchase ?? 0),
      profitSettled: BigInt(event?.profit ?? 0),
      profitEstimated: BigInt(event?.estimated ?? 0),
    };
  });
}

const nothing: Figures = { clicks: 0, orders: 0, purchaseCost: 0n, profitSettled: 0n, profitEstimated: 0n };

export async function figuresIn(db: Database, shopId: string, from: Date, to: Date): Promise<Figures> {
  const [figures] = await bucketsOf(db, shopId, [from], to);
  return figures ?? nothing;
}
