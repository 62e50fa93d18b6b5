import { and, count, eq, gte, inArray, isNotNull, like, lt, type SQL, sql } from 'drizzle-orm';
import type { Parsed } from '../../../contract/calls.ts';
import { type OrderStatus, orderStatuses } from '../../../contract/status.ts';
import { type Database, rows } from '../../platform/database/db.ts';
import { type Keyset, likePattern } from '../../platform/keyset.ts';
import { daySpan } from '../../platform/zone.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { orders } from '../../schema/orders.ts';
import { netSql } from './order-rules.ts';

type Query = Parsed<'POST /v1/order/list'>;

const millis = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::bigint`;

// Orders that need action come first, by their date; all others follow, the newest first, with keys beyond any date.
const byAction: SQL = sql`(case when ${orders.status} = 'pending_payment' then ${millis(sql`${orders.dueAt}`)}
  when ${orders.caseActBy} is not null then ${millis(sql`${orders.caseActBy}`)}
  else 1000000000000000 - ${millis(sql`${orders.createdAt}`)} end)`;

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

export function statusFilter({ status, statuses }: Query): SQL | undefined {
  const wanted = [...(status ? [status] : []), ...(statuses ?? [])];
  return wanted.length > 0 ? inArray(orders.status, wanted) : undefined;
}

export async function totalNet(db: Database, where: SQL | undefined): Promise<bigint> {
  const [row] = await db
    .select({ net: sql<string>`coalesce(sum(${netSql}), 0)::text` })
    .from(orders)
    .where(where);
  return BigInt(row?.net ?? 0);
}

export async function countByStatus(db: Database, where: SQL | undefined) {
  const counts = await db
    .select({ status: orders.status, count: count(), withCase: count(orders.caseSince) })
    .from(orders)
    .where(where)
    .groupBy(orders.status);
  const zeros = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>;
  for (const row of counts) zeros[row.status] = row.count;
  const sum = (of: (row: (typeof counts)[number]) => number) =>
    counts.reduce((total, row) => total + of(row), 0);
  return { all: sum((row) => row.count), afterSale: sum((row) => row.withCase), ...zeros };
}

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
