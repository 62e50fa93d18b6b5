import { bigint, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Limits } from '../../contract/limits.ts';
import { moment } from './columns.ts';
import { shops } from './shops.ts';

/** The limits that cost a merchant money or access when they are raised, as decimal text. */
export const feeTermNames = [
  'minimumWithdrawal',
  'withdrawalFeePercent',
  'withdrawalFeeMinimum',
  'platformFeePercent',
  'minimumDeposit',
  'feeByLevel',
  'depositByLevel',
] as const;
export type FeeTerms = Pick<Limits, (typeof feeTermNames)[number]>;

/** The limits by which a merchant's money waits, that leave a merchant time to act, and the goods of each level. */
export const serviceTermNames = [
  'payByHours',
  'autoAcceptDays',
  'returnWindowDays',
  'afterSaleHours',
  'appealDays',
  'goodsByLevel',
] as const;
export type ServiceTerms = Pick<Limits, (typeof serviceTermNames)[number]>;

/** What merchants were promised: it gets worse for a shop only some time after a notice. */
export type Terms = FeeTerms & ServiceTerms;

// The operator's terms, a row for each change; the last row has the configured ones. Append-only.
// Builds that know no service terms read and write rows beside this one: they read what is in `terms` as amounts.
export const operatorTerms = pgTable('operator_terms', {
  seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  terms: jsonb('terms').$type<FeeTerms>().notNull(),
  serviceTerms: jsonb('service_terms').$type<ServiceTerms>(),
  announcedAt: moment('announced_at').notNull(),
});

// A change as announced to one shop: the terms until then, and when raises apply to it.
export const shopTerms = pgTable(
  'shop_terms',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    termsSeq: bigint('terms_seq', { mode: 'number' })
      .notNull()
      .references(() => operatorTerms.seq),
    terms: jsonb('terms').$type<FeeTerms>().notNull(),
    serviceTerms: jsonb('service_terms').$type<ServiceTerms>(),
    oldTerms: jsonb('old_terms').$type<FeeTerms>().notNull(),
    oldServiceTerms: jsonb('old_service_terms').$type<ServiceTerms>(),
    announcedAt: moment('announced_at').notNull(),
    raisedFrom: moment('raised_from').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.termsSeq] })],
);
