import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { adStatuses, adTargets, adUnits } from '../../contract/status.ts';
import { amount, comparableProof, moment, translations } from './columns.ts';
import { goods } from './goods.ts';
import { ofShop } from './shops.ts';

/** A promotion on offer: a number of units within a number of days, at one price. */
export const adOffers = pgTable(
  'ad_offers',
  {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    translations: translations(),
    image: text('image').notNull(),
    target: text('target', { enum: adTargets }).notNull(),
    price: amount('price').notNull(),
    unit: text('unit', { enum: adUnits }).notNull(),
    quantity: integer('quantity').notNull(),
    days: integer('days').notNull(),
    actor: text('actor').notNull(),
    createdAt: moment('created_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
    withdrawReason: text('withdraw_reason'),
  },
  (table) => [
    index('ad_offers_new').on(table.createdAt, table.id),
    check('ad_offers_whole', sql`${table.price} > 0 and ${table.quantity} > 0 and ${table.days} > 0`),
  ],
);

/**
 * A shop's purchase of a promotion, with the terms at that time. `delivered` and `earned` are the totals of the last
 * posting, so that the next one posts the difference; `dueAt` is when that is.
 */
export const adPurchases = pgTable(
  'ad_purchases',
  {
    id: text('id').primaryKey(),
    no: text('no').notNull().unique(),
    shopId: ofShop(),
    adId: text('ad_id')
      .notNull()
      .references(() => adOffers.id),
    goodsId: text('goods_id').references(() => goods.id),
    status: text('status', { enum: adStatuses }).notNull(),
    price: amount('price').notNull(),
    unit: text('unit', { enum: adUnits }).notNull(),
    quantity: integer('quantity').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    dueAt: moment('due_at'),
    delivered: integer('delivered').notNull(),
    earned: amount('earned').notNull(),
    refunded: amount('refunded').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('ad_purchases_shop').on(table.shopId, table.startsAt, table.id),
    index('ad_purchases_running').on(table.shopId).where(sql`${table.status} = 'running'`),
    index('ad_purchases_due').on(table.dueAt),
    check('ad_purchases_delivered', sql`${table.delivered} between 0 and ${table.quantity}`),
    check('ad_purchases_spent', sql`${table.earned} + ${table.refunded} <= ${table.price}`),
  ],
);

/** Every delivered unit is a row: the charge is a count of rows. */
export const adEvents = pgTable(
  'ad_events',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    purchaseId: text('purchase_id')
      .notNull()
      .references(() => adPurchases.id),
    unit: text('unit', { enum: adUnits }).notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('ad_events_purchase').on(table.purchaseId, table.at)],
);

/** Deliveries that an operator reports, with the reference of the report that counts them: each report counts once. */
export const adReports = pgTable(
  'ad_reports',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    purchaseId: text('purchase_id')
      .notNull()
      .references(() => adPurchases.id),
    units: integer('units').notNull(),
    reference: text('reference').notNull(),
    actor: text('actor').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    uniqueIndex('ad_reports_reference').on(comparableProof(table.reference)),
    index('ad_reports_purchase').on(table.purchaseId, table.seq),
    check('ad_reports_units', sql`${table.units} > 0`),
  ],
);

/** Pictures of the swipeable row. The payer of a picture is named, which marks it as an advertisement. */
export const slides = pgTable(
  'slides',
  {
    id: text('id').primaryKey(),
    position: text('position').notNull(),
    rank: integer('rank').notNull(),
    imageUrl: text('image_url').notNull(),
    alt: text('alt').notNull(),
    translations: translations(),
    link: text('link'),
    advertiser: text('advertiser'),
    actor: text('actor').notNull(),
    createdAt: moment('created_at').notNull(),
    endsAt: moment('ends_at'),
    withdrawnAt: moment('withdrawn_at'),
    withdrawReason: text('withdraw_reason'),
  },
  (table) => [index('slides_row').on(table.position, table.rank)],
);
