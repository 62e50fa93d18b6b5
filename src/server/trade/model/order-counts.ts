import { type OrderStatus, orderStatuses } from '../../../contract/status.ts';
import type { Database } from '../../platform/database/db.ts';
import { countsOf } from '../../shops/figures/read-counts.ts';
import type { FoundOrder } from './found-orders.ts';

/** How many orders are in each status, and how many of all have an open case. */
type OrderCounts = Record<OrderStatus | 'all' | 'afterSale', number>;

interface OrderTotals {
  counts: OrderCounts;
  /** The net proceeds of the orders in each status, in 10^-6. */
  net: Map<OrderStatus, bigint>;
}

/** Makes the totals of orders from the numbers and the net proceeds of each status. */
function totalsOf(of: (status: OrderStatus) => { orders: number; cases: number; net: bigint }): OrderTotals {
  const rows = orderStatuses.map((status) => ({ status, ...of(status) }));
  const byStatus = Object.fromEntries(rows.map((row) => [row.status, row.orders]));
  return {
    counts: {
      ...(byStatus as Record<OrderStatus, number>),
      all: rows.reduce((sum, row) => sum + row.orders, 0),
      afterSale: rows.reduce((sum, row) => sum + row.cases, 0),
    },
    net: new Map(rows.map((row) => [row.status, row.net])),
  };
}

/** Returns the totals of all orders of a shop, which the database keeps with every change of an order. */
export async function storedTotals(db: Database, shopId: string): Promise<OrderTotals> {
  const counts = await countsOf(db, shopId, ['cases:', 'net:', 'orders:']);
  const countOf = (name: string) => counts.get(name) ?? 0n;
  return totalsOf((status) => ({
    orders: Number(countOf(`orders:${status}`)),
    cases: Number(countOf(`cases:${status}`)),
    net: countOf(`net:${status}`),
  }));
}

/** Adds up the totals of the orders that a search has found. */
export const foundTotals = (found: readonly FoundOrder[]): OrderTotals =>
  totalsOf((status) => {
    const rows = found.filter((row) => row.status === status);
    return {
      orders: rows.length,
      cases: rows.filter(({ hasCase }) => hasCase).length,
      net: rows.reduce((sum, row) => sum + BigInt(row.net), 0n),
    };
  });

/** Adds up the net proceeds of the orders in these statuses. */
export const netIn = ({ net }: OrderTotals, statuses: readonly OrderStatus[]): bigint =>
  statuses.reduce((sum, status) => sum + (net.get(status) ?? 0n), 0n);
