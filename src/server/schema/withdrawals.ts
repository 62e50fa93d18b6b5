import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { accountTypes } from '../../contract/account.ts';
import { results, withdrawSteps } from '../../contract/status.ts';
import { amount, moment } from './columns.ts';
import { holds } from './restrictions.ts';
import { shops } from './shops.ts';

/** Where money goes: what an operator needs in order to pay. `number` is the card's number or the wallet's address. */
export interface PayTo {
  type: (typeof accountTypes)[number];
  bankName: string | null;
  accountName: string | null;
  branchNo: string | null;
  number: string;
  note: string | null;
}

// An account that a shop withdraws to. `number` is whole in here, because it has to be paid to, and leaves masked.
export const withdrawalAccounts = pgTable(
  'withdrawal_accounts',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
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

// `payTo` is the account as it was when the withdrawal was asked for: removing the account does not change the past.
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: text('id').primaryKey(),
    no: text('no').notNull().unique(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
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
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('withdrawals_shop').on(table.shopId, table.status),
    index('withdrawals_open').on(table.expectedBy).where(sql`${table.status} = 'moderated'`),
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

// What happened to a withdrawal, who did it and why. Each step is taken once at the most.
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
  (table) => [primaryKey({ columns: [table.withdrawalId, table.step] })],
);
