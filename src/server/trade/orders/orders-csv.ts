import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Parsed } from '../../../contract/calls.ts';
import { formatIn } from '../../../contract/money.ts';
import { orderStatuses } from '../../../contract/status.ts';
import { minute } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { type CsvWords, codeWriter, csvHeader, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/db.ts';
import { nameSigner } from '../../platform/secrets/signatures.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import { languages } from '../../platform/texts/languages.ts';
import { zonedIso } from '../../platform/zone.ts';
import { transactions } from '../../schema/ledger.ts';
import { orders } from '../../schema/orders.ts';
import { exportLinkScope } from '../../shops/restrictions/statement-links.ts';
import { exportNames, signedExport } from '../../shops/sessions/export-links.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { buyerWords } from '../model/buyer-words.ts';
import { findOrders } from '../model/found-orders.ts';
import { itemsOfOrders, type OrderItem } from '../model/order-items.ts';
import { filterOf, hasKeyword, isNext, type OrderFilter, statusesOf } from '../model/order-query.ts';
import type { OrderRow } from '../model/order-row.ts';
import { recipientOf } from './order-view.ts';

const lifetime = 5 * minute;

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
  'buyer',
  'destination',
  'carrier',
  'tracking_no',
  'note',
  'seq',
  'hash',
];

interface Written {
  order: OrderRow;
  items: OrderItem[];
  /** Its newest posting; undefined before the first that names its shop. */
  posted: Pick<typeof transactions.$inferSelect, 'seq' | 'hash'> | undefined;
}

interface Reader extends CsvWords {
  timeZone: string;
  currency: string;
}

const fundingIn = (lang: string, funding: OrderRow['funding']): string =>
  (languages[lang] ?? languages.en)?.texts.orders.paid_from[funding] ?? funding;

const lineOf = ({ order, items, posted }: Written, reader: Reader): string => {
  const { timeZone, currency, lang } = reader;
  return csvLine([
    order.no,
    zonedIso(timeZone, order.createdAt),
    codeWriter(reader)(order.status, 'status'),
    items.map(({ quantity, code, name }) => `${quantity} × ${code} ${name}`).join('; '),
    ...[order.amount, order.cost, order.fee, order.refunded].map((amount) => formatIn(currency, amount)),
    reader.columns === 'labels' ? fundingIn(lang, order.funding) : order.funding,
    currency,
    order.buyerMasked,
    recipientOf(order, lang).destination ?? '',
    order.carrier ?? '',
    order.trackingNo ?? '',
    (order.note && demoTextIn(order.note, lang)) ?? '',
    posted?.seq.toString() ?? '',
    posted?.hash ?? '',
  ]);
};

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

/** Selects the orders of a filter; a keyword's are found first, as in a list. */
async function selected(
  deps: Deps,
  shop: { id: string; timeZone: string },
  filter: OrderFilter,
): Promise<SQL | undefined> {
  const query = { ...filter, sort: 'newest', limit: 1, cursor: undefined, id: undefined } as const;
  const words = await buyerWords(deps, shop.id, filter.keyword ?? '');
  const search = { query, shopId: shop.id, timeZone: shop.timeZone, buyerWords: words };
  const statuses = statusesOf(filter);
  const inStatus = statuses.length < orderStatuses.length ? inArray(orders.status, statuses) : undefined;
  if (!filter.keyword || filter.next)
    return and(filterOf(search), filter.next && isNext, hasKeyword(search), inStatus);
  const { found } = await findOrders(deps.db, search);
  const ids = found.map(({ id }) => id);
  return and(eq(orders.shopId, shop.id), inArray(orders.id, ids), inStatus);
}

/**
 * Yields the orders of a filter as CSV lines, the oldest first; at most one page is in memory at a time. A search has no
 * more of them than its list.
 */
export async function* ordersCsv(
  deps: Deps,
  shopId: string,
  { filter, ...words }: CsvWords & { filter: OrderFilter },
): AsyncGenerator<string> {
  const { db } = deps;
  const shop = await shopOf(db, shopId);
  const reader = { ...shop, ...words };
  const isSelected = await selected(deps, shop, filter);
  yield csvHeader(columns, words);
  let afterLast: SQL | undefined;
  for (;;) {
    const page = await db
      .select()
      .from(orders)
      .where(and(isSelected, afterLast))
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(pageSize);
    const ids = page.map((order) => order.id);
    if (ids.length === 0) return;
    const items = await itemsOfOrders(db, { shopId, ids, lang: words.lang });
    const postings = await newestPostings(db, shopId, page);
    for (const order of page) {
      const own = items.filter((item) => item.orderId === order.id);
      yield lineOf({ order, items: own, posted: postings.get(order.id) }, reader);
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    afterLast = sql`(${orders.createdAt}, ${orders.id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id})`;
  }
}

/** Returns a link to the file of the orders that match, valid for a few minutes and without a token. */
export async function ordersLink(
  context: Deps & { lang: string },
  shopId: string,
  { columns, ...filters }: Parsed<'POST /v1/order/export'>,
): Promise<string> {
  const name = `${shopId}.${exportNames.orders}`;
  const filter = JSON.stringify(filters);
  const signName = await nameSigner(context, 'exports', lifetime);
  const params = new URLSearchParams({
    filter,
    lang: context.lang,
    columns,
    ...signName(signedExport(name, filter)),
  });
  return `${exportLinkScope.path}/${name}?${params}`;
}
