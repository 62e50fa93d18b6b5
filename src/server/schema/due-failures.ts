import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * A row for which due work failed, and when it is tried next; it is deleted once the work succeeds. `error` is only
 * the kind of the error: a database's message contains the values of its statement.
 */
export const dueFailures = pgTable(
  'due_failures',
  {
    work: text('work').notNull(),
    rowId: text('row_id').notNull(),
    failures: integer('failures').notNull(),
    failedAt: moment('failed_at').notNull(),
    nextTryAt: moment('next_try_at').notNull(),
    error: text('error').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.work, table.rowId] }),
    index('due_failures_next').on(table.nextTryAt),
  ],
);
