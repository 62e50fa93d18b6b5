import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type * as v from 'valibot';
import type { delivery } from '../../contract/goods.ts';
import { goodsStatuses, unlistReasons } from '../../contract/status.ts';
import { amount, moment, translations } from './columns.ts';
import { ofShop } from './shops.ts';

export const goodsTypes = pgTable('goods_types', {
  id: text('id').primaryKey(),
  parentId: text('parent_id'),
  name: text('name').notNull(),
  translations: translations(),
  position: integer('position').notNull(),
});

type Delivery = v.InferOutput<typeof delivery>;

/** `cost` and `shipping` are for one piece; a merchant's purchase cost is always both. */
export const goods = pgTable(
  'goods',
  {
    id: text('id').primaryKey(),
    code: text('code').notNull().unique(),
    no: text('no').notNull().unique(),
    typeId: text('type_id')
      .notNull()
      .references(() => goodsTypes.id),
    name: text('name').notNull(),
    translations: translations(),
    images: jsonb('images').$type<string[]>().notNull(),
    text: text('text').notNull().default(''),
    textTranslations: translations('text_translations'),
    shipsFrom: text('ships_from'),
    // As their supplier says.
    delivery: jsonb('delivery').$type<Delivery[]>().notNull().default([]),
    cost: amount('cost').notNull(),
    shipping: amount('shipping').notNull(),
    suggestedPrice: amount('suggested_price').notNull(),
    stock: integer('stock').notNull(),
    // Of all shops, as far as due work has folded them.
    clicks: bigint('clicks', { mode: 'number' }).notNull().default(0),
    withdrawnAt: moment('withdrawn_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('goods_positive', sql`${table.cost} > 0 and ${table.shipping} >= 0 and ${table.stock} >= 0`),
    // Of no use beside the next two: they go by a later migration, as taking an index away waits for readers.
    index('goods_new').on(table.createdAt, table.id),
    index('goods_type').on(table.typeId, table.createdAt, table.id),
    index('goods_offered').on(table.createdAt, table.id).where(sql`${table.withdrawnAt} is null`),
    index('goods_low').on(table.stock, table.id).where(sql`${table.withdrawnAt} is null`),
    index('goods_off').on(table.createdAt, table.id).where(sql`${table.withdrawnAt} is not null`),
    index('goods_offered_type')
      .on(table.typeId, table.createdAt, table.id)
      .where(sql`${table.withdrawnAt} is null`),
  ],
);

/**
 * How orders of an article ended after their delivery, over all shops: the last of them are what the platform knows of it.
 * `days` is from the buyer's payment to the delivery.
 */
export const goodsOutcomes = pgTable(
  'goods_outcomes',
  {
    goodsId: text('goods_id')
      .notNull()
      .references(() => goods.id),
    endedAt: moment('ended_at').notNull(),
    orderId: text('order_id').notNull(),
    // The order's.
    shopId: text('shop_id').notNull(),
    days: integer('days').notNull(),
    cameBack: boolean('came_back').notNull(),
  },
  (table) => [primaryKey({ columns: [table.goodsId, table.endedAt, table.orderId] })],
);

/** One row for each article that a shop has ever listed; the row outlives the listing, as orders refer to it. */
export const showcase = pgTable(
  'showcase',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    goodsId: text('goods_id')
      .notNull()
      .references(() => goods.id),
    sellingPrice: amount('selling_price').notNull(),
    listedCost: amount('listed_cost').notNull(),
    status: text('status', { enum: goodsStatuses }).notNull(),
    unlistReason: text('unlist_reason', { enum: unlistReasons }),
    statementId: text('statement_id'),
    listedAt: moment('listed_at').notNull(),
    unlistedAt: moment('unlisted_at'),
  },
  (table) => [
    unique('showcase_shop_goods').on(table.shopId, table.goodsId),
    index('showcase_shop').on(table.shopId, table.status, table.listedAt, table.id),
    index('showcase_shown')
      .on(table.shopId, table.listedAt, table.id)
      .where(sql`${table.status} = 'listed' or ${table.unlistReason} <> 'merchant'`),
    // What was taken off without its merchant, the latest first.
    index('showcase_taken_off')
      .on(table.shopId, table.unlistedAt, table.id)
      .where(sql`${table.unlistReason} <> 'merchant'`),
    index('showcase_goods').on(table.goodsId, table.status),
    check('showcase_reason', sql`(${table.status} = 'unlisted') = (${table.unlistReason} is not null)`),
  ],
);

/** Removals by the merchant, which the daily limit counts. Removals by the system are not stored here. */
export const showcaseRemovals = pgTable(
  'showcase_removals',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id').notNull(),
    showcaseId: text('showcase_id')
      .notNull()
      .references(() => showcase.id),
    at: moment('at').notNull(),
  },
  (table) => [index('showcase_removals_shop').on(table.shopId, table.at)],
);

/** Changes of prices by a rule, with what each price was and became: for as long as they can be undone. */
export const repricings = pgTable(
  'repricings',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    /** Amounts as decimal text. */
    prices: jsonb('prices').$type<{ id: string; from: string; to: string }[]>().notNull(),
    at: moment('at').notNull(),
    undoneAt: moment('undone_at'),
  },
  (table) => [index('repricings_shop').on(table.shopId, table.at)],
);
