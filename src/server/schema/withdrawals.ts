import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { accountTypes } from '../../contract/account.ts';
import { results, withdrawSteps } from '../../contract/status.ts';
import { amount, comparableProof, moment } from './columns.ts';
import { holds, statements } from './restrictions.ts';
import { ofShop } from './shops.ts';

/** The payee: what an operator needs in order to pay. `number` is the card's number or the wallet's address. */
export interface PayTo {
  type: (typeof accountTypes)[number];
  bankName: string | null;
  accountName: string | null;
  branchNo: string | null;
  number: string;
  note: string | null;
}

/** An account that a shop withdraws to. `number` is stored unmasked, because it is paid to, and is sent masked. */
export const withdrawalAccounts = pgTable(
  'withdrawal_accounts',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    type: text('type', { enum: accountTypes }).notNull(),
    bankName: text('bank_name'),
    accountName: text('account_name'),
    branchNo: text('branch_no'),
    number: text('number').notNull(),
    note: text('note'),
    usableFrom: moment('usable_from').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('withdrawal_accounts_number').on(table.shopId, table.type, table.number),
    check(
      'withdrawal_accounts_card',
      sql`(${table.type} = 'bank_card') = (${table.bankName} is not null and ${table.accountName} is not null)`,
    ),
  ],
);

/** `payTo` is the account at the time of the request: removing the account does not change earlier withdrawals. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: text('id').primaryKey(),
    no: text('no').notNull().unique(),
    shopId: ofShop(),
    accountId: text('account_id').notNull(),
    payTo: jsonb('pay_to').$type<PayTo & { usableFrom: string }>().notNull(),
    amount: amount('amount').notNull(),
    fee: amount('fee').notNull(),
    status: text('status', { enum: results }).notNull(),
    step: text('step', { enum: withdrawSteps }).notNull(),
    holdId: text('hold_id')
      .notNull()
      .references(() => holds.id),
    expectedBy: moment('expected_by').notNull(),
    reasonCode: text('reason_code'),
    reason: text('reason'),
    proof: text('proof'),
    overdueNoticedAt: moment('overdue_noticed_at'),
    // Until when its payment that was started last keeps its merchant from cancelling, and how many were started.
    payingUntil: moment('paying_until'),
    payingStarts: integer('paying_starts').notNull().default(0),
    // Sent and not confirmed: when it became overdue and the statement of reasons for that, when it was recalled on
    // hold, when that hold ended, and when a bank confirmed it nevertheless. Of one that a bank had confirmed: when it
    // sent it back.
    overdueAt: moment('overdue_at'),
    overdueStatementId: text('overdue_statement_id').references(() => statements.id),
    recalledAt: moment('recalled_at'),
    recallHoldId: text('recall_hold_id').references(() => holds.id),
    recallEndedAt: moment('recall_ended_at'),
    lostAt: moment('lost_at'),
    sentBackAt: moment('sent_back_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('withdrawals_shop').on(table.shopId, table.status),
    index('withdrawals_open').on(table.expectedBy).where(sql`${table.status} = 'moderated'`),
    index('withdrawals_sent').on(table.expectedBy).where(sql`${table.step} = 'sent'`),
    // Money that was recalled is not paid out.
    check(
      'withdrawals_recalled',
      sql`${table.recalledAt} is null or ${table.step} = 'sent' or ${table.recallEndedAt} is not null`,
    ),
    check('withdrawals_amounts', sql`${table.fee} >= 0 and ${table.amount} > ${table.fee}`),
    check(
      'withdrawals_step',
      sql`${table.status} = case when ${table.step} in ('submitted', 'sent') then 'moderated' when ${table.step} = 'paid' then 'completed' else 'failed' end`,
    ),
    check(
      'withdrawals_reason',
      sql`${table.step} not in ('rejected', 'returned') or ${table.reasonCode} is not null`,
    ),
  ],
);

/** The steps of a withdrawal, with actor and reason. Each step happens at most once. */
export const withdrawalSteps = pgTable(
  'withdrawal_steps',
  {
    withdrawalId: text('withdrawal_id')
      .notNull()
      .references(() => withdrawals.id),
    step: text('step', { enum: withdrawSteps }).notNull(),
    actor: text('actor').notNull(),
    reasonCode: text('reason_code'),
    reason: text('reason'),
    proof: text('proof'),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.withdrawalId, table.step] }),
    index('withdrawal_steps_proof').on(comparableProof(table.proof)).where(sql`${table.proof} is not null`),
  ],
);
