import { bigint, index, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { ofShop } from './shops.ts';

/** Every visit, click and rating is a row; each figure shown is a count or a mean of rows. */
export const shopEvents = pgTable(
  'shop_events',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shopId: ofShop(),
    kind: text('kind', { enum: ['visit', 'click', 'rating'] }).notNull(),
    goodsId: text('goods_id'),
    orderId: text('order_id').unique(),
    stars: smallint('stars'),
    at: moment('at').notNull(),
  },
  (table) => [
    index('shop_events_shop').on(table.shopId, table.kind, table.at),
    index('shop_events_goods').on(table.goodsId, table.kind),
  ],
);
