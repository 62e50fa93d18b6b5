import { sql } from 'drizzle-orm';
import { bigint, customType, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { amount, moment } from './columns.ts';

const zero = sql`0`;
// Compared byte by byte, so that an index finds all names with one beginning.
const countName = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const figures = () => ({
  clicks: bigint('clicks', { mode: 'number' }).notNull().default(0),
  /** How many reports count clicks: without any, the clicks are not known. */
  reports: bigint('reports', { mode: 'number' }).notNull().default(0),
  placed: bigint('placed', { mode: 'number' }).notNull().default(0),
  purchase: amount('purchase').notNull().default(zero),
  settled: amount('settled').notNull().default(zero),
  estimated: amount('estimated').notNull().default(zero),
});

/** The names of the figures, as their columns have them. */
export const figureNames = Object.keys(figures());

/**
 * What happened in a shop by quarter hours, on which the hours of every time zone begin. `estimated` is the profit
 * of orders paid then that are neither settled nor ended.
 */
export const shopFigures = pgTable(
  'shop_figures',
  { shopId: text('shop_id').notNull(), at: moment('at').notNull(), ...figures() },
  (table) => [primaryKey({ columns: [table.shopId, table.at] })],
);

/** The same by days of the shop's time zone, so that a year is read as 366 rows. */
export const shopDays = pgTable(
  'shop_days',
  { shopId: text('shop_id').notNull(), day: date('day').notNull(), ...figures() },
  (table) => [primaryKey({ columns: [table.shopId, table.day] })],
);

const goodsFigures = () => ({
  sold: amount('sold').notNull().default(zero),
  returned: amount('returned').notNull().default(zero),
  profit: amount('profit').notNull().default(zero),
  refunds: amount('refunds').notNull().default(zero),
  ads: amount('ads').notNull().default(zero),
  estimated: amount('estimated').notNull().default(zero),
});

/** The names of the figures of an article, as their columns have them. */
export const goodsFigureNames = Object.keys(goodsFigures()) as (keyof ReturnType<typeof goodsFigures>)[];

/**
 * What an article did in a shop on a day of its time zone, by postings: pieces that were paid for and that were refunded in
 * full, settled profit, what of it refunds took, what promotions delivered, and by how much the expected profit of orders that
 * are not settled changed. Promotions of the whole shop have no article.
 */
export const goodsDays = pgTable(
  'goods_days',
  {
    shopId: text('shop_id').notNull(),
    day: date('day').notNull(),
    goodsId: text('goods_id').notNull(),
    ...goodsFigures(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.day, table.goodsId] })],
);

/** The same over all days, so that a shop's whole time is read as one row an article. */
export const goodsTotals = pgTable(
  'goods_totals',
  { shopId: text('shop_id').notNull(), goodsId: text('goods_id').notNull(), ...goodsFigures() },
  (table) => [primaryKey({ columns: [table.shopId, table.goodsId] })],
);

/**
 * Totals of a shop by name: `orders:<status>`, `net:<status>`, `cases:<status>`, `visitors`, `visitor_reports`,
 * `click_reports`, `unread`, `clicks:<goods>`, `comments:<stars>`, `unanswered`, and these two of one article, `about:<goods>:…`.
 */
export const shopCounts = pgTable(
  'shop_counts',
  { shopId: text('shop_id').notNull(), name: countName('name').notNull(), count: amount('count').notNull() },
  (table) => [primaryKey({ columns: [table.shopId, table.name] })],
);

/**
 * Changes of figures and totals, appended by triggers in the transaction of their event: a row that all events of a
 * shop updated would make them wait for each other. Due work folds them. A figure has the quarter hour of its event; that
 * of an article is named `<figure>:<goods>`.
 */
export const shopDeltas = pgTable(
  'shop_deltas',
  {
    shopId: text('shop_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    name: countName('name').notNull(),
    at: moment('at'),
    value: amount('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.seq] })],
);
