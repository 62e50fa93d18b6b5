import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/db.ts';
import { dayLabel, daysBetween } from '../../platform/zone.ts';
import { orders } from '../../schema/orders.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { storedTotals, sumIn } from '../../trade/model/order-counts.ts';
import { netSql } from '../../trade/model/order-rules.ts';
import { inSettlement } from '../../trade/wallet-view.ts';

type Coming = Output<'POST /v1/user/coming'>;

const waiting = (shopId: string) =>
  and(eq(orders.shopId, shopId), eq(orders.status, 'waiting_for_withdrawal'));

const sumSql = sql<string>`coalesce(sum(${netSql}), 0)::text`;

// In every zone a day begins at a quarter of an hour.
const quarterMs = 15 * 60_000;
const quarterSql = sql<number>`floor(extract(epoch from ${orders.dueAt}) / ${sql.raw(String(quarterMs / 1000))})::int`;

/** Returns what is released without further ado, by the shop's days. */
async function releasesByDay(db: Database, shopId: string, timeZone: string): Promise<Coming['days']> {
  const rows = await db
    .select({ quarter: quarterSql, net: sumSql })
    .from(orders)
    .where(and(waiting(shopId), isNull(orders.caseSince)))
    .groupBy(quarterSql)
    .orderBy(asc(quarterSql));
  const releases = rows.map(({ quarter, net }) => ({ at: new Date(quarter * quarterMs), net: BigInt(net) }));
  const [first, last] = [releases[0], releases.at(-1)];
  if (!first || !last) return [];
  const starts = daysBetween(timeZone, first.at, new Date(last.at.getTime() + 1));
  return starts.flatMap((start, index) => {
    const next = starts[index + 1];
    const own = releases.filter(({ at }) => at >= start && (!next || at < next));
    if (own.length === 0) return [];
    return [
      { date: dayLabel(timeZone, start), amount: formatMoney(own.reduce((sum, { net }) => sum + net, 0n)) },
    ];
  });
}

async function pausedByCases(db: Database, shopId: string): Promise<Coming['paused']> {
  const [row] = await db
    .select({ net: sumSql, cases: sql<number>`count(*)::int` })
    .from(orders)
    .where(and(waiting(shopId), isNotNull(orders.caseSince)));
  return { amount: formatMoney(BigInt(row?.net ?? 0)), cases: row?.cases ?? 0 };
}

/** Returns what is coming by the days of its release, what cases keep from it, and what is only expected. */
export async function comingOf(db: Database, shopId: string): Promise<Coming> {
  const { currency, timeZone } = await shopOf(db, shopId);
  return {
    currency,
    days: await releasesByDay(db, shopId, timeZone),
    paused: await pausedByCases(db, shopId),
    expected: formatMoney(sumIn(await storedTotals(db, shopId), inSettlement, 'net')),
  };
}
