import { and, sql } from 'drizzle-orm';
import { type OrderStatus, orderStatuses } from '../../../contract/status.ts';
import type { Database } from '../../platform/database/db.ts';
import { orders } from '../../schema/orders.ts';
import { countsOf } from '../../shops/figures/read-counts.ts';
import type { FoundOrder } from './found-orders.ts';
import { filterOf, hasKeyword, isNext, type OrderSearch } from './order-query.ts';
import { netSql, profitSql } from './order-rules.ts';

/** How many orders are in each status, and how many of all have an open case. */
type OrderCounts = Record<OrderStatus | 'all' | 'afterSale', number>;

const figures = ['net', 'amount', 'cost', 'profit'] as const;
/** Sums over orders, in 10^-6. */
type OrderSums = Record<(typeof figures)[number], bigint>;

interface OrderTotals {
  counts: OrderCounts;
  sums: Map<OrderStatus, OrderSums>;
}

/** Makes the totals of orders from the numbers and sums of each status. */
function totalsOf(
  of: (status: OrderStatus) => { orders: number; cases: number; sums: OrderSums },
): OrderTotals {
  const rows = orderStatuses.map((status) => ({ status, ...of(status) }));
  const byStatus = Object.fromEntries(rows.map((row) => [row.status, row.orders]));
  return {
    counts: {
      ...(byStatus as Record<OrderStatus, number>),
      all: rows.reduce((sum, row) => sum + row.orders, 0),
      afterSale: rows.reduce((sum, row) => sum + row.cases, 0),
    },
    sums: new Map(rows.map((row) => [row.status, row.sums])),
  };
}

const sumsOf = (of: (figure: keyof OrderSums) => bigint): OrderSums =>
  Object.fromEntries(figures.map((figure) => [figure, of(figure)])) as OrderSums;

/** Returns the totals of all orders of a shop, which the database keeps with every change of an order. */
export async function storedTotals(db: Database, shopId: string): Promise<OrderTotals> {
  const counts = await countsOf(db, shopId, ['cases:', 'orders:', ...figures.map((figure) => `${figure}:`)]);
  const countOf = (name: string) => counts.get(name) ?? 0n;
  return totalsOf((status) => ({
    orders: Number(countOf(`orders:${status}`)),
    cases: Number(countOf(`cases:${status}`)),
    sums: sumsOf((figure) => countOf(`${figure}:${status}`)),
  }));
}

/** Adds up the totals of the orders of a search that wait for their merchant: all of them, as an index has them together. */
export async function nextTotals(db: Database, search: OrderSearch): Promise<OrderTotals> {
  const rows = await db
    .select({
      status: orders.status,
      orders: sql<number>`count(*)::int`,
      cases: sql<number>`count(${orders.caseSince})::int`,
      net: sql<string>`sum(${netSql})::text`,
      amount: sql<string>`sum(${orders.amount})::text`,
      cost: sql<string>`sum(${orders.cost})::text`,
      profit: sql<string>`sum(${profitSql})::text`,
    })
    .from(orders)
    .where(and(filterOf(search), isNext, hasKeyword(search)))
    .groupBy(orders.status);
  const byStatus = new Map(rows.map((row) => [row.status, row]));
  return totalsOf((status) => {
    const row = byStatus.get(status);
    return {
      orders: row?.orders ?? 0,
      cases: row?.cases ?? 0,
      sums: sumsOf((figure) => BigInt(row?.[figure] ?? 0)),
    };
  });
}

/** Adds up the totals of the orders that a search has found. */
export const foundTotals = (found: readonly FoundOrder[]): OrderTotals =>
  totalsOf((status) => {
    const rows = found.filter((row) => row.status === status);
    return {
      orders: rows.length,
      cases: rows.filter(({ hasCase }) => hasCase).length,
      sums: sumsOf((figure) => rows.reduce((sum, row) => sum + BigInt(row[figure]), 0n)),
    };
  });

/** Adds up a figure of the orders in these statuses. */
export const sumIn = (
  { sums }: OrderTotals,
  statuses: readonly OrderStatus[],
  figure: keyof OrderSums,
): bigint => statuses.reduce((sum, status) => sum + (sums.get(status)?.[figure] ?? 0n), 0n);
