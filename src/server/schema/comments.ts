import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { millis, moment } from './columns.ts';
import { orders } from './orders.ts';
import { ofShop } from './shops.ts';

/**
 * Comments on orders: a buyer's, which may be a rating without text; a merchant's reply to one; and a merchant's
 * own. Replies and own comments are signed, and there is at most one of each.
 */
export const comments = pgTable(
  'comments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    shopId: text('shop_id').notNull(),
    goodsId: text('goods_id'),
    by: text('by', { enum: ['buyer', 'merchant'] }).notNull(),
    parentId: text('parent_id'),
    rating: smallint('rating'),
    content: text('content').notNull(),
    signature: text('signature'),
    fileIds: jsonb('file_ids').$type<string[]>().notNull().default([]),
    actor: text('actor').notNull(),
    /** The shop front's own name of a buyer's comment, by which it is counted once. */
    reference: text('reference'),
    createdAt: moment('created_at').notNull(),
    /** When the merchant replied to a buyer's comment. */
    repliedAt: moment('replied_at'),
  },
  (table) => [
    index('comments_shop').on(table.shopId, table.createdAt, table.id).where(sql`${table.parentId} is null`),
    index('comments_rating')
      .on(table.shopId, table.rating, table.createdAt, table.id)
      .where(sql`${table.parentId} is null`),
    index('comments_goods_rating')
      .on(table.shopId, table.goodsId, table.rating, table.createdAt, table.id)
      .where(sql`${table.parentId} is null`),
    index('comments_unanswered')
      .on(table.shopId, table.createdAt, table.id)
      .where(sql`${table.by} = 'buyer' and ${table.content} <> '' and ${table.repliedAt} is null`),
    // Of all shops; not by the moment itself, as in the index of orders for all.
    index('comments_written')
      .on(millis(table.createdAt), table.id)
      .where(sql`${table.by} = 'buyer' and ${table.content} <> ''`),
    index('comments_order').on(table.orderId, table.createdAt),
    index('comments_goods').on(table.shopId, table.goodsId, table.createdAt, table.id),
    unique('comments_reference').on(table.shopId, table.reference),
    uniqueIndex('comments_reply').on(table.parentId).where(sql`${table.parentId} is not null`),
    uniqueIndex('comments_own')
      .on(table.orderId)
      .where(sql`${table.by} = 'merchant' and ${table.parentId} is null`),
    uniqueIndex('comments_rated').on(table.orderId).where(sql`${table.rating} is not null`),
    check('comments_rating', sql`${table.rating} between 1 and 5`),
    check('comments_signed', sql`(${table.by} = 'merchant') = (${table.signature} is not null)`),
  ],
);

/** Replies that a merchant has saved, to fill in again with one press. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    text: text('text').notNull(),
    /** Of the comment that it was written for. */
    rating: smallint('rating'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [unique('saved_replies_text').on(table.shopId, table.text)],
);
