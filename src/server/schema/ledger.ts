import { and, eq, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { amount, moment } from './columns.ts';

/** Each shop has its own chain of hashes, named by the shop's id; movements without a shop have the chain `platform`. */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    // The shop of all its entries; null for accounts of the platform's own.
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
    chain: text('chain').notNull(),
    seq: bigint('seq', { mode: 'bigint' }).notNull(),
    kind: text('kind').notNull(),
    ref: text('ref').notNull(),
    shopId: text('shop_id'),
    actor: text('actor').notNull(),
    reason: text('reason'),
    at: moment('at').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    // The hash of what the movement rests on and its entries do not say, such as the payee of a withdrawal.
    detailsHash: text('details_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.seq] }),
    unique('transactions_kind_ref').on(table.kind, table.ref),
    // Finds all that belongs to a reference, of whatever kind.
    index('transactions_ref').on(table.ref),
    index('transactions_shop').on(table.shopId, table.at, table.seq),
  ],
);

/**
 * `kind` is its transaction's. The totals of that kind into and out of the account, including this entry, give the
 * sum of any span of the chain from its two ends.
 */
export const entries = pgTable(
  'entries',
  {
    chain: text('chain').notNull(),
    seq: bigint('seq', { mode: 'bigint' }).notNull(),
    position: integer('position').notNull(),
    account: text('account')
      .notNull()
      .references(() => accounts.id),
    amount: amount('amount').notNull(),
    balanceAfter: amount('balance_after').notNull(),
    kind: text('kind').notNull(),
    kindIn: amount('kind_in').notNull(),
    kindOut: amount('kind_out').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.seq, table.position] }),
    foreignKey({ columns: [table.chain, table.seq], foreignColumns: [transactions.chain, transactions.seq] }),
    unique('entries_account_seq').on(table.account, table.seq),
    index('entries_kind').on(table.account, table.kind, table.seq),
    check('entries_not_zero', sql`${table.amount} <> 0`),
  ],
);

/** The condition that joins entries with their transactions. */
export const isOfEntry = and(eq(transactions.chain, entries.chain), eq(transactions.seq, entries.seq));

/**
 * The end of each chain: number, hash and time of its last transaction. Locking it first puts the postings of one
 * shop in one order, and keeps no other shop waiting.
 */
export const ledgerHeads = pgTable('ledger_heads', {
  chain: text('chain').primaryKey(),
  seq: bigint('seq', { mode: 'bigint' }).notNull(),
  hash: text('hash').notNull(),
  at: moment('at').notNull(),
});
