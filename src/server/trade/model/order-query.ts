import { and, eq, gte, inArray, isNotNull, like, lt, type SQL, sql } from 'drizzle-orm';
import type { Parsed } from '../../../contract/calls.ts';
import { type OrderStatus, orderStatuses } from '../../../contract/status.ts';
import { type Database, rows } from '../../platform/database/db.ts';
import { type Keyset, likePattern } from '../../platform/keyset.ts';
import { daySpan } from '../../platform/zone.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { actBySql, orders } from '../../schema/orders.ts';

type Query = Parsed<'POST /v1/order/list'>;

const byAction = actBySql(orders);

export const orderKeyset = (sort: Query['sort']): Keyset =>
  sort === 'actBy'
    ? { key: byAction, id: sql`${orders.id}`, type: 'bigint', direction: 'up' }
    : { key: sql`${orders.createdAt}`, id: sql`${orders.id}`, type: 'timestamptz', direction: 'down' };

function caseFilter(wanted: Query['afterSale']): SQL | undefined {
  if (wanted === undefined) return undefined;
  if (wanted === 'open') return isNotNull(orders.caseSince);
  return sql`exists (select 1 from ${afterSaleCases} where ${afterSaleCases.orderId} = ${orders.id})`;
}

/** Returns every filter but the status: the counts beside the statuses are of the whole search result. */
export function searchFilter(query: Query, shopId: string, timeZone: string): SQL | undefined {
  const { from, to } = daySpan(timeZone, query.from, query.to);
  return and(
    eq(orders.shopId, shopId),
    query.id === undefined ? undefined : eq(orders.id, query.id),
    caseFilter(query.afterSale),
    query.keyword ? like(orders.search, likePattern(query.keyword)) : undefined,
    from && gte(orders.createdAt, from),
    to && lt(orders.createdAt, to),
  );
}

/** Returns the statuses that are asked for, each once: all where none is named. */
export function statusesOf({ status, statuses = [] }: Query): OrderStatus[] {
  const wanted = new Set([...(status ? [status] : []), ...statuses]);
  return wanted.size > 0 ? [...wanted] : [...orderStatuses];
}

export function statusFilter(query: Query): SQL | undefined {
  const wanted = statusesOf(query);
  return wanted.length < orderStatuses.length ? inArray(orders.status, wanted) : undefined;
}

/** Returns whether anything but a status is asked for. */
export const isSearch = ({ id, afterSale, keyword, from, to }: Query): boolean =>
  [id, afterSale, keyword || undefined, from, to].some((filter) => filter !== undefined);

const maxNewOrders = 99;

/** Counts the orders of a shop that came after one of them, up to 99: reads only the end of an index. */
export async function countOrdersAfter(db: Database, shopId: string, id: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (
          select 1 from orders where shop_id = ${shopId} and (created_at, id) >
            (select created_at, id from orders where id = ${id} and shop_id = ${shopId})
          limit ${maxNewOrders}) newer`,
  );
  return row?.count ?? 0;
}
