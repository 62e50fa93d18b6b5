import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { noticeTypes } from '../../contract/notices.ts';
import { moment } from './columns.ts';
import { ofShop, shops } from './shops.ts';

/**
 * A notice to a shop: a kind and its parameters, formatted as text when it is read. A later one with the same topic
 * replaces it: the row keeps its id and gets the next number.
 */
export const notices = pgTable(
  'notices',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    type: text('type', { enum: noticeTypes }).notNull(),
    kind: text('kind').notNull(),
    topic: text('topic'),
    // The order that it is about, by which the list groups notices.
    orderId: text('order_id'),
    params: jsonb('params').$type<Record<string, string>>().notNull().default({}),
    link: text('link'),
    at: moment('at').notNull(),
    // A notice of a kind that asks for nothing is stored as read.
    readAt: moment('read_at'),
  },
  (table) => [
    uniqueIndex('notices_shop').on(table.shopId, table.seq),
    uniqueIndex('notices_topic').on(table.shopId, table.topic),
    index('notices_type').on(table.shopId, table.type, table.seq),
    index('notices_unread').on(table.shopId, table.seq).where(sql`${table.readAt} is null`),
  ],
);

/**
 * The number of each shop's last notice. It is incremented in the notice's own transaction, so that numbers become
 * visible in order: after a read up to a number no smaller number can appear.
 */
export const noticeHeads = pgTable('notice_heads', {
  shopId: text('shop_id')
    .primaryKey()
    .references(() => shops.id),
  seq: bigint('seq', { mode: 'number' }).notNull(),
});
