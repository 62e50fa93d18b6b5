import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { amount, moment } from './columns.ts';

// A statement of reasons. Restrictions and holds cannot be stored without one.
export const statements = pgTable('statements', {
  id: text('id').primaryKey(),
  shopId: text('shop_id').notNull(),
  kind: text('kind').notNull(),
  facts: text('facts').notNull(),
  rule: text('rule').notNull(),
  appeal: text('appeal').notNull(),
  params: jsonb('params').$type<Record<string, string>>().notNull().default({}),
  actor: text('actor').notNull(),
  at: moment('at').notNull(),
});

export const restrictions = pgTable(
  'restrictions',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id').notNull(),
    kind: text('kind', {
      enum: ['account_disabled', 'wallet_frozen', 'withdrawal_prohibited', 'listing'],
    }).notNull(),
    statementId: text('statement_id')
      .notNull()
      .references(() => statements.id),
    since: moment('since').notNull(),
    until: moment('until'),
    reviewBy: moment('review_by').notNull(),
    liftedAt: moment('lifted_at'),
  },
  (table) => [index('restrictions_shop').on(table.shopId)],
);

// Money set aside in M.frozen; the open holds of a shop always add up to that account.
export const holds = pgTable(
  'holds',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id').notNull(),
    amount: amount('amount').notNull(),
    reasonCode: text('reason_code').notNull(),
    text: text('text').notNull(),
    ref: text('ref').notNull(),
    statementId: text('statement_id')
      .notNull()
      .references(() => statements.id),
    since: moment('since').notNull(),
    releaseAt: moment('release_at'),
    condition: text('condition'),
    reviewBy: moment('review_by').notNull(),
    appealUrl: text('appeal_url').notNull(),
    releasedAt: moment('released_at'),
  },
  (table) => [index('holds_shop').on(table.shopId)],
);
