import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { formatMoney } from '../../../contract/money.ts';
import { type CsvHeader, csvHeader, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/db.ts';
import { zonedIso } from '../../platform/zone.ts';
import { transactions } from '../../schema/ledger.ts';
import { orders } from '../../schema/orders.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { itemsOfOrders, type OrderItem } from '../model/order-items.ts';
import type { OrderRow } from '../model/order-row.ts';

const pageSize = 500;
const columns = [
  'no',
  'created_at',
  'status',
  'goods',
  'amount',
  'cost',
  'fee',
  'refunded',
  'funding',
  'currency',
  'seq',
  'hash',
];

interface Written {
  order: OrderRow;
  items: OrderItem[];
  /** Its newest posting; undefined before the first that names its shop. */
  posted: Pick<typeof transactions.$inferSelect, 'seq' | 'hash'> | undefined;
}

const lineOf = ({ order, items, posted }: Written, timeZone: string, currency: string): string =>
  csvLine([
    order.no,
    zonedIso(timeZone, order.createdAt),
    order.status,
    items.map(({ quantity, code, name }) => `${quantity} × ${code} ${name}`).join('; '),
    ...[order.amount, order.cost, order.fee, order.refunded].map(formatMoney),
    order.funding,
    currency,
    posted?.seq.toString() ?? '',
    posted?.hash ?? '',
  ]);

// A part of a refund is posted under the order's id and the sum refunded so far.
const refsOf = ({ id, refunded }: OrderRow): string[] => (refunded > 0n ? [id, `${id}:${refunded}`] : [id]);

/** Returns the number and the hash of the newest posting of each order, by its id. */
async function newestPostings(db: Database, shopId: string, page: OrderRow[]) {
  const found = await db
    .select({ ref: transactions.ref, seq: transactions.seq, hash: transactions.hash })
    .from(transactions)
    .where(and(eq(transactions.shopId, shopId), inArray(transactions.ref, page.flatMap(refsOf))))
    .orderBy(asc(transactions.seq));
  return new Map(found.map((posted) => [posted.ref.split(':')[0], posted]));
}

/** Yields every order of a shop as a CSV line, the oldest first; at most one page is in memory at a time. */
export async function* ordersCsv(db: Database, shopId: string, header: CsvHeader): AsyncGenerator<string> {
  const { timeZone, currency } = await shopOf(db, shopId);
  yield csvHeader(columns, header);
  let afterLast: SQL | undefined;
  for (;;) {
    const page = await db
      .select()
      .from(orders)
      .where(and(eq(orders.shopId, shopId), afterLast))
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(pageSize);
    const ids = page.map((order) => order.id);
    if (ids.length === 0) return;
    const items = await itemsOfOrders(db, { shopId, ids, lang: header.lang });
    const postings = await newestPostings(db, shopId, page);
    for (const order of page) {
      const own = items.filter((item) => item.orderId === order.id);
      yield lineOf({ order, items: own, posted: postings.get(order.id) }, timeZone, currency);
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    afterLast = sql`(${orders.createdAt}, ${orders.id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id})`;
  }
}
