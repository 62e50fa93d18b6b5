import { and, desc, eq, gte, inArray, isNotNull, like, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Parsed } from '../../../contract/calls.ts';
import { type OrderStatus, orderStatuses } from '../../../contract/status.ts';
import { type Database, queryRows, sqlList } from '../../platform/database/db.ts';
import { afterCursor, type Keyset, keyText, likePattern, orderBy } from '../../platform/keyset.ts';
import { daySpan } from '../../platform/zone.ts';
import { actBySql, NO_ACTION_KEY, orders, releaseSql } from '../../schema/orders.ts';
import type { OrderRow } from './order-row.ts';

/** What a list, or a file, is asked to have. */
export type OrderFilter = Omit<Parsed<'POST /v1/order/export'>, 'columns'>;
type OrderQuery = Parsed<'POST /v1/order/list'>;

/** A list of orders that is asked for, and by the merchant of which shop. */
export interface OrderSearch {
  query: OrderQuery;
  shopId: string;
  timeZone: string;
  /** What is kept of the keyword's words where a buyer is called so. */
  buyerWords: string[];
}

/** How many orders a search reads at most; where it finds more, it says that there are at least so many. */
export const MAX_FOUND = 1_000;

const id = sql`${orders.id}`;
const keysets: Record<OrderQuery['sort'], Keyset> = {
  actBy: { key: actBySql(orders), id, type: 'bigint', direction: 'asc' },
  newest: { key: sql`${orders.createdAt}`, id, type: 'timestamptz', direction: 'desc' },
  releaseAt: { key: releaseSql(orders), id, type: 'bigint', direction: 'asc' },
};

export const orderKeyset = (sort: OrderQuery['sort']): Keyset => keysets[sort];

/** Returns the statuses that are asked for, each once: all where none is named. */
export function statusesOf({ status, statuses = [] }: OrderFilter): OrderStatus[] {
  const wanted = new Set([...(status ? [status] : []), ...statuses]);
  return wanted.size > 0 ? [...wanted] : [...orderStatuses];
}

/** Selects the orders that wait for their merchant: the beginning of an index. */
export const isNext: SQL = sql`${actBySql(orders)} < ${sql.raw(String(NO_ACTION_KEY / 2))}`;

/** Returns whether anything but a status, or what waits for the merchant, is asked for. */
export const isFiltered = ({ id, afterSale, keyword, from, to }: OrderQuery): boolean =>
  [id, afterSale, keyword || undefined, from, to].some((filter) => filter !== undefined);

/** Returns every filter but the status, the keyword and what waits for the merchant: an answer counts all of those. */
export function filterOf({ query, shopId, timeZone }: OrderSearch): SQL | undefined {
  const { from, to } = daySpan(timeZone, query.from, query.to);
  return and(
    eq(orders.shopId, shopId),
    query.id === undefined ? undefined : eq(orders.id, query.id),
    query.afterSale === 'open' ? isNotNull(orders.caseSince) : undefined,
    query.afterSale === 'any' ? sql`${orders.hadCase}` : undefined,
    from && gte(orders.createdAt, from),
    to && lt(orders.createdAt, to),
  );
}

/** Returns the condition by which an order has the keyword, or one of its words as the buyer's name; undefined without a keyword. */
export function hasKeyword({ query, buyerWords }: OrderSearch): SQL | undefined {
  if (!query.keyword) return undefined;
  const isBuyer =
    buyerWords.length > 0 ? sql`${orders.buyerWords} @> array[${sqlList(buyerWords)}]::text[]` : undefined;
  return or(like(orders.search, likePattern(query.keyword.toLowerCase())), isBuyer);
}

/** Begins a query that reads `orders` from a selection of them, and not from the table. */
export const withOrders = (db: Database, selection: SQL) => db.with(db.$with('orders', {}).as(selection));

/** Selects the newest orders that meet a condition; one more than is read, which says that there are more. */
export const newestOrders = (where: SQL | undefined): SQL =>
  sql`select * from orders where ${where} order by created_at desc, id desc limit ${MAX_FOUND + 1}`;

// The planner is not shown which status it is: where most orders have it, it would read all orders in their order and
// pass over those of other statuses, which may be thousands that come first.
const hasStatus = (status: OrderStatus): SQL => sql`${orders.status} = (select ${status}::text)`;

// Each part is read in order from an index; statuses have one each, as an index holds them one after another.
function statusParts({ query }: OrderSearch): (SQL | undefined)[] {
  const wanted = statusesOf(query);
  // An order by its id and orders with a case have separate indexes, which hold few rows.
  if (query.id !== undefined || query.afterSale !== undefined || query.next !== undefined)
    return [inArray(orders.status, wanted)];
  // By release there is no index of all statuses together, as no screen asks for it.
  if (wanted.length === orderStatuses.length && query.sort !== 'releaseAt') return [undefined];
  return wanted.map(hasStatus);
}

// Days say when an order was placed, and by date of action or release only the orders without one are in that order. Of
// the others at most a thousand are read.
function dayParts(where: SQL | undefined, { query, timeZone }: OrderSearch): SQL[] {
  const { from, to } = daySpan(timeZone, query.from, query.to);
  const keyset = orderKeyset(query.sort);
  const order = sql.join(orderBy(keyset), sql`, `);
  const placed = and(from && gte(orders.createdAt, from), to && lt(orders.createdAt, to));
  const keyAt = (at: Date) => sql`${(NO_ACTION_KEY - at.getTime()).toString()}::bigint`;
  const resting = and(
    where,
    sql`${keyset.key} >= ${(NO_ACTION_KEY / 2).toString()}::bigint`,
    from && sql`${keyset.key} <= ${keyAt(from)}`,
    to && sql`${keyset.key} > ${keyAt(to)}`,
  );
  const needed = sql`select * from orders where ${where} and ${keyset.key} < ${(NO_ACTION_KEY / 2).toString()}::bigint
    order by ${order} limit ${MAX_FOUND}`;
  return [
    sql`select * from (${needed}) as orders where ${placed}`,
    sql`select * from orders where ${resting}`,
  ];
}

/** An order with the key of its place in a list, as text. */
export interface OrderInPlace {
  id: string;
  key: string;
  order: OrderRow;
}

/** Returns one page of orders, and one row more; by a keyword only of what waits for the merchant, which is read from its index. */
export async function orderPage(db: Database, search: OrderSearch): Promise<OrderInPlace[]> {
  const { query, shopId } = search;
  const keyset = orderKeyset(query.sort);
  const order = orderBy(keyset);
  const after = afterCursor(keyset, query.cursor);
  const byDay = query.sort !== 'newest' && (query.from ?? query.to) !== undefined;
  const parts = statusParts(search).flatMap((status) =>
    byDay && query.id === undefined && query.afterSale === undefined && query.next === undefined
      ? dayParts(and(eq(orders.shopId, shopId), status, after), search)
      : [
          sql`select * from orders where ${and(filterOf(search), query.next && isNext, hasKeyword(search), status, after)}`,
        ],
  );
  const limit = query.limit + 1;
  const read = parts.map((part) => sql`(${part} order by ${sql.join(order, sql`, `)} limit ${limit})`);
  return withOrders(db, sql.join(read, sql` union all `))
    .select({ id: orders.id, key: keyText(keyset), order: orders })
    .from(orders)
    .orderBy(...order)
    .limit(limit);
}

/** Returns the newest order of a shop: the end of an index. */
export async function newestOrderId(db: Database, shopId: string): Promise<string | null> {
  const [newest] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.shopId, shopId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  return newest?.id ?? null;
}

const maxNewOrders = 99;

/** Counts the orders of a shop that came after one of them, up to 99: reads only the end of an index. */
export async function countOrdersAfter(db: Database, shopId: string, id: string): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (
          select 1 from orders where shop_id = ${shopId} and (created_at, id) >
            (select created_at, id from orders where id = ${id} and shop_id = ${shopId})
          limit ${maxNewOrders}) newer`,
  );
  return row?.count ?? 0;
}
