import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, moment } from './columns.ts';
import { holds, statements } from './restrictions.ts';

export const correctionStates = ['waiting', 'appealed', 'posted', 'dropped'] as const;

/** A correction that takes something from a merchant: announced with its reasons, held, and posted on its date. */
export const corrections = pgTable(
  'corrections',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id').notNull(),
    // The wrong transaction, and its correct entries: none at all where the amount is zero.
    seq: bigint('seq', { mode: 'bigint' }).notNull(),
    ref: text('ref').notNull(),
    amount: amount('amount').notNull(),
    taken: amount('taken').notNull(),
    reason: text('reason').notNull(),
    actor: text('actor').notNull(),
    state: text('state', { enum: correctionStates }).notNull(),
    statementId: text('statement_id')
      .notNull()
      .references(() => statements.id),
    holdId: text('hold_id')
      .notNull()
      .references(() => holds.id),
    announcedAt: moment('announced_at').notNull(),
    // Nothing is posted before this date, even where an appeal is answered sooner.
    postAt: moment('post_at').notNull(),
    // When the present state ends by itself.
    dueAt: moment('due_at'),
    endedAt: moment('ended_at'),
    // Dropped because the merchant's appeal was not answered in time.
    expiredAt: moment('expired_at'),
  },
  (table) => [
    uniqueIndex('corrections_standing').on(table.shopId, table.seq).where(sql`${table.state} <> 'dropped'`),
    index('corrections_seq').on(table.shopId, table.seq),
    index('corrections_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('corrections_statement').on(table.statementId),
    check('corrections_taken', sql`${table.taken} > 0 and ${table.amount} >= 0`),
    check('corrections_expired', sql`${table.expiredAt} is null or ${table.state} = 'dropped'`),
    check(
      'corrections_ended',
      sql`(${table.state} in ('posted', 'dropped')) = (${table.endedAt} is not null)`,
    ),
  ],
);
