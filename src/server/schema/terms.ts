import { bigint, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import type { Limits } from '../../contract/limits.ts';
import { moment } from './columns.ts';
import { ofShop } from './shops.ts';

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
/** What merchants were promised: it gets worse for a shop only some time after a notice. */
export type Terms = Pick<Limits, (typeof feeTermNames)[number]>;

/** The operator's terms, a row for each change; the last row has the configured ones. Append-only. */
export const operatorTerms = pgTable('operator_terms', {
  seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  terms: jsonb('terms').$type<Terms>().notNull(),
  announcedAt: moment('announced_at').notNull(),
});

/** A change as announced to one shop: the terms until then, and when raises apply to it. */
export const shopTerms = pgTable(
  'shop_terms',
  {
    shopId: ofShop(),
    termsSeq: bigint('terms_seq', { mode: 'number' })
      .notNull()
      .references(() => operatorTerms.seq),
    terms: jsonb('terms').$type<Terms>().notNull(),
    oldTerms: jsonb('old_terms').$type<Terms>().notNull(),
    announcedAt: moment('announced_at').notNull(),
    raisedFrom: moment('raised_from').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.termsSeq] })],
);
