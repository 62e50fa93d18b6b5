import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** The last code sent for a name to an address, known name or not: one row for each pair. Only its hash is stored. */
export const verifyCodes = pgTable(
  'verify_codes',
  {
    subject: text('subject').primaryKey(),
    codeHash: text('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('verify_codes_expires').on(table.expiresAt)],
);
