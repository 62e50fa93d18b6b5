import { and, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../../contract/status.ts';
import { type Database, sqlList } from '../../platform/database/db.ts';
import { decodeCursor, keyText } from '../../platform/keyset.ts';
import { orders } from '../../schema/orders.ts';
import {
  filterOf,
  hasKeyword,
  MAX_FOUND,
  newestOrders,
  type OrderInPlace,
  type OrderSearch,
  orderKeyset,
  statusesOf,
  withOrders,
} from './order-query.ts';
import { netSql, profitSql } from './order-rules.ts';

/** An order that a search has found, with what counts and pages need of it. */
export interface FoundOrder {
  id: string;
  /** Its place in the list, as text. */
  key: string;
  status: OrderStatus;
  hasCase: boolean;
  net: string;
  amount: string;
  cost: string;
  profit: string;
}

export interface FoundOrders {
  /** At most a thousand orders of any status. */
  found: FoundOrder[];
  /** Whether the search has stopped before it had looked at all orders. */
  atLeast: boolean;
}

interface Candidate extends FoundOrder {
  isMatch: boolean;
}

// One candidate more than are read says that there are more.
const readCandidates = (
  db: Database,
  { query }: OrderSearch,
  selection: SQL,
  isMatch: SQL | undefined,
): Promise<Candidate[]> =>
  withOrders(db, selection)
    .select({
      id: orders.id,
      key: keyText(orderKeyset(query.sort)),
      status: orders.status,
      hasCase: sql<boolean>`${orders.caseSince} is not null`,
      net: sql<string>`${netSql}::text`,
      amount: sql<string>`${orders.amount}::text`,
      cost: sql<string>`${orders.cost}::text`,
      profit: sql<string>`${profitSql}::text`,
      isMatch: sql<boolean>`${isMatch}`,
    })
    .from(orders);

const matchesIn = (candidates: Candidate[]): FoundOrders => ({
  found: candidates.slice(0, MAX_FOUND).filter(({ isMatch }) => isMatch),
  atLeast: candidates.length > MAX_FOUND,
});

const orderNumber = /^sk-\d[\da-z-]*$/;

/** Returns the entries of the index that every order with these words has; none where all are too short for it. */
const gramsOf = (keyword: string): string[] =>
  keyword.split(/\s+/).flatMap((word) => {
    const letters = Array.from(word);
    if (letters.length === 2 && Buffer.byteLength(word) > 2) return [word];
    return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
  });

/** Selects the orders that an index finds by a keyword in small letters; undefined where it is too short. */
function indexedOrders({ shopId, buyerWords }: OrderSearch, keyword: string): SQL | undefined {
  const limit = sql`limit ${MAX_FOUND + 1}`;
  if (orderNumber.test(keyword)) {
    const begins = like(orders.no, `${keyword.toUpperCase()}%`);
    return sql`select * from orders where ${and(eq(orders.shopId, shopId), begins)} order by ${orders.no} using ~>~ ${limit}`;
  }
  const grams = gramsOf(keyword).map((gram) => `${shopId}:${gram}`);
  if (grams.length === 0) return undefined;
  // The planner is not shown what is looked for: where most orders have it, it would read the table from its beginning,
  // where the orders of other shops may be.
  const has = (entries: string[]) =>
    sql`(search_grams(${orders.shopId}, ${orders.search}) || ${orders.buyerWords}) @> (select array[${sqlList(entries)}]::text[])`;
  const isCandidate = buyerWords.length > 0 ? or(has(grams), has(buyerWords)) : has(grams);
  return sql`select * from orders where ${isCandidate} ${limit}`;
}

/**
 * Finds the orders that meet the filters, whatever their status, by reading at most a thousand: with a keyword those
 * that an index finds by its letters, or by a word of the buyer's name, or the newest where a thousand orders have them, and without one the newest.
 */
export async function findOrders(db: Database, search: OrderSearch): Promise<FoundOrders> {
  const keyword = search.query.keyword?.toLowerCase() ?? '';
  const filter = filterOf(search);
  const isMatch = and(filter, hasKeyword(search));
  const indexed = indexedOrders(search, keyword);
  if (indexed) {
    const candidates = await readCandidates(db, search, indexed, isMatch);
    if (candidates.length <= MAX_FOUND || orderNumber.test(keyword)) return matchesIn(candidates);
  }
  return matchesIn(await readCandidates(db, search, newestOrders(filter), isMatch));
}

/** Returns one page of the orders that a keyword has found, and one row more. */
export async function foundPage(
  db: Database,
  { query, shopId }: OrderSearch,
  found: FoundOrder[],
): Promise<OrderInPlace[]> {
  const { type, direction } = orderKeyset(query.sort);
  const sign = direction === 'asc' ? 1 : -1;
  const valueOfKey = (key: string) => (type === 'bigint' ? BigInt(key) : key);
  const compare = (one: readonly [key: string, id: string], other: readonly [key: string, id: string]) => {
    const [key, otherKey] = [valueOfKey(one[0]), valueOfKey(other[0])];
    if (key !== otherKey) return key < otherKey ? -sign : sign;
    if (one[1] === other[1]) return 0;
    return one[1] < other[1] ? -sign : sign;
  };
  const cursor = query.cursor ? decodeCursor(query.cursor, type) : undefined;
  const statuses = new Set(statusesOf(query));
  const page = found
    .filter(({ key, id, status }) => statuses.has(status) && (!cursor || compare([key, id], cursor) > 0))
    .sort((one, other) => compare([one.key, one.id], [other.key, other.id]))
    .slice(0, query.limit + 1);
  if (page.length === 0) return [];
  const ids = page.map(({ id }) => id);
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shopId, shopId), inArray(orders.id, ids)));
  const byId = new Map(rows.map((order) => [order.id, order]));
  return page.flatMap(({ id, key }) => {
    const order = byId.get(id);
    return order ? [{ id, key, order }] : [];
  });
}
