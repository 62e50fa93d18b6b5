import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** `reply` is the envelope as it was sent, so that a repeated call gets the same bytes. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    shopId: text('shop_id').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    reply: text('reply').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.operation, table.key] }),
    index('idempotency_keys_lookup').on(table.shopId, table.key),
  ],
);
