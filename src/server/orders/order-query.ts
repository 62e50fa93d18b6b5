import { and, count, eq, gte, inArray, isNotNull, like, lt, type SQL, sql } from 'drizzle-orm';
import type { Parsed } from '../../contract/calls.ts';
import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import type { Database } from '../database/db.ts';
import { containing, type Keyset } from '../page.ts';
import { afterSaleCases } from '../schema/cases.ts';
import { orders } from '../schema/orders.ts';
import { daySpan } from '../zone.ts';

type Query = Parsed<'POST /v1/order/list'>;

const millis = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::bigint`;

// What calls for action first, by its date; then everything else, the newest first, far behind any date.
const byAction: SQL = sql`(case when ${orders.status} = 'pending_payment' then ${millis(sql`${orders.dueAt}`)}
  when ${orders.caseActBy} is not null then ${millis(sql`${orders.caseActBy}`)}
  else 1000000000000000 - ${millis(sql`${orders.createdAt}`)} end)`;

export const orderKeyset = (sort: Query['sort']): Keyset =>
  sort === 'actBy'
    ? { key: byAction, id: sql`${orders.id}`, type: 'bigint', direction: 'up' }
    : { key: sql`${orders.createdAt}`, id: sql`${orders.id}`, type: 'timestamptz', direction: 'down' };

function withCase(wanted: Query['afterSale']): SQL | undefined {
  if (wanted === undefined) return undefined;
  if (wanted === 'open') return isNotNull(orders.caseSince);
  return sql`exists (select 1 from ${afterSaleCases} where ${afterSaleCases.orderId} = ${orders.id})`;
}

/** Every filter but the status: the counts beside the statuses are of what was searched for. */
export function searched(query: Query, shopId: string, timeZone: string): SQL | undefined {
  const { from, to } = daySpan(timeZone, query.from, query.to);
  return and(
    eq(orders.shopId, shopId),
    query.id === undefined ? undefined : eq(orders.id, query.id),
    withCase(query.afterSale),
    query.keyword ? like(orders.search, containing(query.keyword)) : undefined,
    from && gte(orders.createdAt, from),
    to && lt(orders.createdAt, to),
  );
}

export function inStatuses({ status, statuses }: Query): SQL | undefined {
  const wanted = [...(status ? [status] : []), ...(statuses ?? [])];
  return wanted.length > 0 ? inArray(orders.status, wanted) : undefined;
}

/** N of an order that still brings something, in SQL. */
export const netSql: SQL = sql`(case when ${orders.status} in ('cancelled', 'refunded') then 0 else
  ${orders.amount} - ${orders.fee} - ${orders.refunded} - case when ${orders.funding} = 'escrow' then ${orders.cost} else 0 end end)`;

export async function totalNet(db: Database, where: SQL | undefined): Promise<bigint> {
  const [row] = await db
    .select({ net: sql<string>`coalesce(sum(${netSql}), 0)::text` })
    .from(orders)
    .where(where);
  return BigInt(row?.net ?? 0);
}

export async function countByStatus(db: Database, where: SQL | undefined) {
  const found = await db
    .select({ status: orders.status, count: count(), withCase: count(orders.caseSince) })
    .from(orders)
    .where(where)
    .groupBy(orders.status);
  const zeros = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>;
  for (const row of found) zeros[row.status] = row.count;
  const sum = (of: (row: (typeof found)[number]) => number) =>
    found.reduce((total, row) => total + of(row), 0);
  return { all: sum((row) => row.count), afterSale: sum((row) => row.withCase), ...zeros };
}
