import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { amount, moment } from './columns.ts';
import { ofShop } from './shops.ts';

/** A merchant's quote of a payment; paying with it charges exactly its total, or nothing. */
export const quotes = pgTable(
  'quotes',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    kind: text('kind', { enum: ['order', 'withdraw', 'ad', 'upgrade'] }).notNull(),
    refs: jsonb('refs').$type<string[]>().notNull(),
    total: amount('total').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('quotes_expires').on(table.expiresAt)],
);
