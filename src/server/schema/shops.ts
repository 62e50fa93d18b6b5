import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { shopLevels } from '../../contract/status.ts';
import { amount, moment } from './columns.ts';
import { statements } from './restrictions.ts';

export const shops = pgTable(
  'shops',
  {
    id: text('id').primaryKey(),
    no: text('no').notNull().unique(),
    name: text('name').notNull(),
    logo: text('logo').notNull().default(''),
    // The merchant's own logo, by its upload; it replaces `logo`.
    logoFileId: text('logo_file_id'),
    address: text('address').notNull().default(''),
    phone: text('phone').notNull().default(''),
    level: text('level', { enum: shopLevels }).notNull().default('shop'),
    timeZone: text('time_zone').notNull(),
    currency: text('currency').notNull().default('USD'),
    // The simulated market acts on these shops and no others.
    demo: boolean('demo').notNull().default(false),
    // The guarantee that the merchant agreed to at the last change of level.
    depositRequired: amount('deposit_required').notNull().default(sql`0`),
    // When closing was requested, the date announced for it, and when it was closed.
    closingAt: moment('closing_at'),
    closesAt: moment('closes_at'),
    closedAt: moment('closed_at'),
    closingReason: text('closing_reason'),
    // The credit score, the sum of `credit_log`, which adds to it; null before its first row.
    credit: integer('credit'),
    // The latest terms announced to it, or those that it was opened with.
    termsSeq: bigint('terms_seq', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('shops_terms').on(table.termsSeq, table.createdAt).where(sql`${table.closedAt} is null`),
    index('shops_closing')
      .on(table.closesAt)
      .where(sql`${table.closesAt} is not null and ${table.closedAt} is null`),
  ],
);

/** Makes the column of the shop that a row is of. */
export const ofShop = () =>
  text('shop_id')
    .notNull()
    .references(() => shops.id);

export const qualifications = pgTable(
  'qualifications',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    url: text('url').notNull(),
    // The upload; documents that were never uploaded have a url.
    fileId: text('file_id').unique(),
    status: text('status', { enum: ['applying', 'verified', 'rejected'] }).notNull(),
    // Why it was refused, and what the reviewer added.
    reason: text('reason'),
    note: text('note'),
    addedAt: moment('added_at'),
    decidedAt: moment('decided_at'),
    decidedBy: text('decided_by'),
  },
  (table) => [
    index('qualifications_shop').on(table.shopId),
    index('qualifications_open').on(table.addedAt).where(sql`${table.status} = 'applying'`),
  ],
);

/** The old and the new value of each changed field of the shop. */
export type ShopChange = Record<string, [before: string, after: string]>;

/** The merchant's changes of the shop, with their times; append-only. */
export const shopChanges = pgTable(
  'shop_changes',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    actor: text('actor').notNull(),
    changes: jsonb('changes').$type<ShopChange>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('shop_changes_shop').on(table.shopId, table.at)],
);

/** The credit score is the sum of these rows, so that every point of it has a reason; a loss needs a statement. */
export const creditLog = pgTable(
  'credit_log',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    change: integer('change').notNull(),
    code: text('code').notNull(),
    params: jsonb('params').$type<Record<string, string>>().notNull().default({}),
    ref: text('ref').notNull(),
    statementId: text('statement_id').references(() => statements.id),
    at: moment('at').notNull(),
  },
  (table) => [
    index('credit_log_shop').on(table.shopId, table.at),
    index('credit_log_of_statement').on(table.statementId).where(sql`${table.statementId} is not null`),
    check('credit_log_statement', sql`${table.change} > 0 or ${table.statementId} is not null`),
  ],
);

/** The planned return of a deposit, by the date announced to its merchant. The amount is the most that is returned. */
export const depositReturns = pgTable(
  'deposit_returns',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    reason: text('reason', { enum: ['close', 'downgrade', 'surplus'] }).notNull(),
    amount: amount('amount').notNull(),
    announcedAt: moment('told_at').notNull(),
    dueAt: moment('due_at').notNull(),
    endedAt: moment('ended_at'),
    returned: amount('returned'),
  },
  (table) => [
    index('deposit_returns_shop').on(table.shopId, table.announcedAt),
    index('deposit_returns_open').on(table.shopId).where(sql`${table.endedAt} is null`),
    index('deposit_returns_due').on(table.dueAt).where(sql`${table.endedAt} is null`),
    check('deposit_returns_ended', sql`(${table.endedAt} is null) = (${table.returned} is null)`),
  ],
);
