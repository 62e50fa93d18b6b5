import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * The log of decisions: who decided what, when, and why; one row for each decision that was carried out, never
 * changed. Passwords are left out of its input.
 */
export const decisionLog = pgTable(
  'decision_log',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    actor: text('actor').notNull(),
    reasonCode: text('reason_code'),
    reason: text('reason'),
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('decision_log_name').on(table.name, table.at)],
);
