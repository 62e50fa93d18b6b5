import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { InferOutput } from 'valibot';
import type { block } from '../../contract/help.ts';
import { permissions } from '../../contract/status.ts';
import { moment } from './columns.ts';
import { users } from './session.ts';
import { ofShop } from './shops.ts';

/**
 * A question of the help. Each start updates the questions that ship with the server, except those that an operator
 * has rewritten.
 */
export const articles = pgTable('articles', {
  id: text('id').primaryKey(),
  position: integer('position').notNull(),
  // Visible only with this permission; null for all users.
  permission: text('permission', { enum: permissions }),
});

/** Its text in one language. Figures are placeholders that are filled in when it is read. */
export const articleTexts = pgTable(
  'article_texts',
  {
    articleId: text('article_id')
      .notNull()
      .references(() => articles.id),
    lang: text('lang').notNull(),
    category: text('category').notNull(),
    title: text('title').notNull(),
    blocks: jsonb('blocks').$type<InferOutput<typeof block>[]>().notNull(),
    shipped: boolean('shipped').notNull(),
    actor: text('actor').notNull(),
    updatedAt: moment('updated_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.lang] }),
    index('article_texts_lang').on(table.lang),
  ],
);

export const feedback = pgTable(
  'feedback',
  {
    id: text('id').primaryKey(),
    no: text('no').notNull().unique(),
    shopId: ofShop(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    content: text('content').notNull(),
    fileIds: jsonb('file_ids').$type<string[]>().notNull().default([]),
    lang: text('lang').notNull(),
    receivedAt: moment('received_at').notNull(),
    replyBy: moment('reply_by').notNull(),
    reply: text('reply'),
    repliedBy: text('replied_by'),
    repliedAt: moment('replied_at'),
  },
  (table) => [
    index('feedback_shop').on(table.shopId, table.repliedAt),
    index('feedback_open').on(table.repliedAt, table.replyBy),
  ],
);
