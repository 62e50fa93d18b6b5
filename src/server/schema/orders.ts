import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { endReasons, fundings, orderStatuses, parcelStatuses } from '../../contract/status.ts';
import { amount, comparableProof, millis, moment } from './columns.ts';
import { goods } from './goods.ts';
import { ofShop } from './shops.ts';

interface ActByColumns {
  status: AnyPgColumn;
  dueAt: AnyPgColumn;
  caseActBy: AnyPgColumn;
  createdAt: AnyPgColumn;
}

/** The key from which on orders need no action; it is beyond any date, and falls by one with each millisecond. */
export const NO_ACTION_KEY = 1_000_000_000_000_000;

/**
 * Returns the SQL of an order's place by date of action: orders that need action come first, by that date; all others
 * follow, the newest first.
 */
export const actBySql = ({ status, dueAt, caseActBy, createdAt }: ActByColumns): SQL =>
  sql`(case when ${status} = 'pending_payment' then ${millis(dueAt)}
  when ${caseActBy} is not null then ${millis(caseActBy)}
  else ${sql.raw(String(NO_ACTION_KEY))} - ${millis(createdAt)} end)`;

/** Returns the SQL of an order's place by its release: those in their return window by that date, then the newest. */
export const releaseSql = ({ status, dueAt, createdAt }: Omit<ActByColumns, 'caseActBy'>): SQL =>
  sql`(case when ${status} = 'waiting_for_withdrawal' then ${millis(dueAt)}
  else ${sql.raw(String(NO_ACTION_KEY))} - ${millis(createdAt)} end)`;

/**
 * `amount` is what the buyer paid (S), `cost` the purchase cost with shipping (C), `fee` the platform's fee (f),
 * `refunded` the sum of partial refunds. The `case…` columns repeat a part of the open case's row. `dueAt` is when
 * the present status ends by itself.
 */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    no: text('no').notNull().unique(),
    shopId: ofShop(),
    status: text('status', { enum: orderStatuses }).notNull(),
    amount: amount('amount').notNull(),
    cost: amount('cost').notNull(),
    shipping: amount('shipping').notNull(),
    fee: amount('fee').notNull(),
    refunded: amount('refunded').notNull(),
    funding: text('funding', { enum: fundings }).notNull(),
    fundingReason: text('funding_reason'),
    // By initials: the name itself is not kept, and its words only so that a search for one of them finds the order.
    buyerMasked: text('buyer_masked').notNull(),
    buyerWords: text('buyer_words').array().notNull().default(sql`'{}'`),
    // The code of a place that has a name in every language, or what the shop front named it.
    destination: text('destination'),
    buyerPaymentRef: text('buyer_payment_ref').notNull(),
    // Unmasked, as in the payment service's own file; null for simulated orders. Merchants see the masked one.
    paymentReference: text('payment_reference'),
    buyerPaidAt: moment('buyer_paid_at').notNull(),
    remark: text('remark').notNull().default(''),
    note: text('note'),
    search: text('search').notNull(),
    dueAt: moment('due_at'),
    deliveredAt: moment('delivered_at'),
    // The periods of the day on which it was placed.
    autoAcceptDays: integer('auto_accept_days').notNull(),
    returnWindowDays: integer('return_window_days').notNull(),
    autoAccepted: boolean('auto_accepted').notNull().default(false),
    carrier: text('carrier'),
    trackingNo: text('tracking_no'),
    endReason: text('end_reason', { enum: endReasons }),
    caseId: text('case_id'),
    caseReason: text('case_reason'),
    caseSince: moment('case_since'),
    // Set while the case waits for the merchant.
    caseActBy: moment('case_act_by'),
    // Whether there has ever been a case; set by the database.
    hadCase: boolean('had_case').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('orders_amounts', sql`${table.amount} > 0 and ${table.cost} > 0 and ${table.fee} >= 0`),
    check('orders_refunded', sql`${table.refunded} >= 0 and ${table.refunded} <= ${table.amount}`),
    check('orders_funding', sql`(${table.funding} = 'wallet') = (${table.fundingReason} is not null)`),
    uniqueIndex('orders_payment_reference')
      .on(comparableProof(table.paymentReference))
      .where(sql`${table.paymentReference} is not null`),
    index('orders_new').on(table.shopId, table.createdAt, table.id),
    index('orders_status').on(table.shopId, table.status, table.createdAt, table.id),
    index('orders_release').on(table.shopId, table.status, table.dueAt, table.id),
    index('orders_delivered')
      .on(table.shopId, table.status, table.deliveredAt)
      .where(sql`${table.deliveredAt} is not null`),
    // Of all shops, as the supplier's system reads them. Not by the moment itself: a list of one shop would be offered
    // the index for its order, and would read the rows of others.
    index('orders_placed').on(millis(table.createdAt), table.id),
    index('orders_placed_status').on(table.status, millis(table.createdAt), table.id),
    index('orders_due').on(table.dueAt),
    index('orders_case')
      .on(table.shopId, table.createdAt, table.id)
      .where(sql`${table.caseSince} is not null`),
    index('orders_case_status')
      .on(table.shopId, table.status, table.createdAt, table.id)
      .where(sql`${table.caseSince} is not null`),
    index('orders_had_case').on(table.shopId, table.createdAt, table.id).where(sql`${table.hadCase}`),
    index('orders_act').on(table.shopId, actBySql(table), table.id),
    index('orders_act_status').on(table.shopId, table.status, actBySql(table), table.id),
    index('orders_act_case')
      .on(table.shopId, actBySql(table), table.id)
      .where(sql`${table.caseSince} is not null`),
    index('orders_act_had_case').on(table.shopId, actBySql(table), table.id).where(sql`${table.hadCase}`),
    index('orders_no').on(table.shopId, table.no.op('text_pattern_ops')),
    index('orders_release_status').on(table.shopId, table.status, releaseSql(table), table.id),
    // A short list of what is not merged yet, as every search reads all of it.
    index('orders_search')
      .using('gin', sql`(search_grams(${table.shopId}, ${table.search}) || ${table.buyerWords})`)
      .with({ gin_pending_list_limit: 64 }),
  ],
);

export const orderItems = pgTable(
  'order_items',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    // The order's.
    shopId: text('shop_id').notNull(),
    position: integer('position').notNull(),
    goodsId: text('goods_id')
      .notNull()
      .references(() => goods.id),
    code: text('code').notNull(),
    name: text('name').notNull(),
    image: text('image').notNull(),
    quantity: integer('quantity').notNull(),
    price: amount('price').notNull(),
    cost: amount('cost').notNull(),
    shipping: amount('shipping').notNull(),
  },
  (table) => [
    check('order_items_quantity', sql`${table.quantity} > 0`),
    index('order_items_order').on(table.orderId, table.position),
  ],
);

/**
 * The events of an order, in order, by the names of its machine. `purchase` and `profit` are by how much the event
 * changed the shop's purchase cost and its settled profit: the home indicators are sums of these rows.
 */
export const orderEvents = pgTable(
  'order_events',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    shopId: text('shop_id').notNull(),
    event: text('event').notNull(),
    from: text('from_status'),
    to: text('to_status', { enum: orderStatuses }).notNull(),
    actor: text('actor').notNull(),
    reasonCode: text('reason_code'),
    reason: text('reason'),
    purchase: amount('purchase').notNull(),
    profit: amount('profit').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    index('order_events_order').on(table.orderId, table.seq),
    index('order_events_shop').on(table.shopId, table.at),
    index('order_events_seq').on(table.shopId, table.seq),
    index('order_events_settled').on(table.seq).where(sql`${table.event} = 'settle'`),
  ],
);

/**
 * Scans of parcels, by their times. `text` and `place` hold codes, or what the carrier wrote; `seq` orders scans
 * with the same time by their arrival.
 */
export const checkpoints = pgTable(
  'checkpoints',
  {
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    shopId: text('shop_id').notNull(),
    status: text('status', { enum: parcelStatuses }).notNull(),
    place: text('place').notNull(),
    timeZone: text('time_zone').notNull(),
    text: text('text').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('checkpoints_order').on(table.orderId, table.at)],
);

/**
 * The known carriers. The link to a carrier's own page has `{no}` in place of the tracking number; a withdrawn
 * carrier gets no parcels, and its parcels can no longer be tracked.
 */
export const carriers = pgTable(
  'carriers',
  {
    name: text('name').primaryKey(),
    trackingUrl: text('tracking_url').unique(),
    addedAt: moment('added_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
  },
  (table) => [uniqueIndex('carriers_spelling').on(sql`lower(${table.name})`)],
);
