import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { formatMoney } from '../../../contract/money.ts';
import { type CsvHeader, csvHeader, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/db.ts';
import { zonedIso } from '../../platform/zone.ts';
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
];

const lineOf = (order: OrderRow, items: OrderItem[], timeZone: string, currency: string): string =>
  csvLine([
    order.no,
    zonedIso(timeZone, order.createdAt),
    order.status,
    items.map(({ quantity, code, name }) => `${quantity} × ${code} ${name}`).join('; '),
    ...[order.amount, order.cost, order.fee, order.refunded].map(formatMoney),
    order.funding,
    currency,
  ]);

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
    for (const order of page) {
      const own = items.filter((item) => item.orderId === order.id);
      yield lineOf(order, own, timeZone, currency);
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    afterLast = sql`(${orders.createdAt}, ${orders.id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id})`;
  }
}
