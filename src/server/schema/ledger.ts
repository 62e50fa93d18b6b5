import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { amount, moment } from './columns.ts';

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id'),
    balance: amount('balance').notNull(),
    overdraft: boolean('overdraft').notNull(),
  },
  (table) => [
    check('accounts_not_negative', sql`${table.overdraft} or ${table.balance} >= 0`),
    index('accounts_shop').on(table.shopId),
  ],
);

export const transactions = pgTable(
  'transactions',
  {
    seq: bigint('seq', { mode: 'bigint' }).primaryKey(),
    kind: text('kind').notNull(),
    ref: text('ref').notNull(),
    shopId: text('shop_id'),
    actor: text('actor').notNull(),
    reason: text('reason'),
    at: moment('at').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull().unique(),
  },
  (table) => [
    unique('transactions_kind_ref').on(table.kind, table.ref),
    index('transactions_shop').on(table.shopId, table.at, table.seq),
  ],
);

// `kind` is its transaction's. The totals of that kind into and out of the account, including this entry, give the sum
// of any span of the chain from its two ends.
export const entries = pgTable(
  'entries',
  {
    seq: bigint('seq', { mode: 'bigint' })
      .notNull()
      .references(() => transactions.seq),
    position: integer('position').notNull(),
    account: text('account')
      .notNull()
      .references(() => accounts.id),
    amount: amount('amount').notNull(),
    balanceAfter: amount('balance_after').notNull(),
    kind: text('kind').notNull().default(''),
    kindIn: amount('kind_in').notNull().default(sql`0`),
    kindOut: amount('kind_out').notNull().default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.seq, table.position] }),
    unique('entries_account_seq').on(table.account, table.seq),
    index('entries_kind').on(table.account, table.kind, table.seq),
    check('entries_not_zero', sql`${table.amount} <> 0`),
  ],
);

// One row: the end of the hash chain. Locking it first puts all postings in one order.
export const ledgerHead = pgTable(
  'ledger_head',
  {
    id: integer('id').primaryKey(),
    seq: bigint('seq', { mode: 'bigint' }).notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [check('ledger_head_single', sql`${table.id} = 1`)],
);
