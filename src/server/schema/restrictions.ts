import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { amount, moment } from './columns.ts';

/**
 * A statement of reasons. Restrictions and holds cannot be stored without one, and it is never changed: a new
 * decision on the same subject has a new statement. `subject` is the id of its subject.
 */
export const statements = pgTable(
  'statements',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id').notNull(),
    kind: text('kind').notNull(),
    facts: text('facts').notNull(),
    rule: text('rule').notNull(),
    appeal: text('appeal').notNull(),
    params: jsonb('params').$type<Record<string, string>>().notNull().default({}),
    actor: text('actor').notNull(),
    subject: text('subject'),
    until: moment('until'),
    reviewBy: moment('review_by'),
    at: moment('at').notNull(),
  },
  (table) => [
    index('statements_shop').on(table.shopId, table.at, table.id),
    index('statements_subject').on(table.subject).where(sql`${table.subject} is not null`),
  ],
);

/** The kinds of restrictions on a shop; the first three close the account itself. */
export const restrictionKinds = [
  'account_disabled',
  'page_closed',
  'sign_in_refused',
  'wallet_frozen',
  'withdrawal_prohibited',
  'listing',
  'goods_delisted',
] as const;

export const restrictions = pgTable(
  'restrictions',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id').notNull(),
    kind: text('kind', { enum: restrictionKinds }).notNull(),
    // The restricted listing, where it is not the whole shop.
    subject: text('subject'),
    statementId: text('statement_id')
      .notNull()
      .references(() => statements.id),
    since: moment('since').notNull(),
    until: moment('until'),
    reviewBy: moment('review_by').notNull(),
    liftedAt: moment('lifted_at'),
    liftedBy: text('lifted_by'),
    liftReason: text('lift_reason'),
  },
  (table) => [
    // Of no use beside the next one: it goes by a later migration, as taking an index away waits for readers.
    index('restrictions_shop').on(table.shopId),
    index('restrictions_lifted').on(table.shopId, table.liftedAt),
    index('restrictions_open').on(table.shopId, table.since, table.id).where(sql`${table.liftedAt} is null`),
    index('restrictions_review').on(table.reviewBy).where(sql`${table.liftedAt} is null`),
  ],
);

/** Reasons of holds that the platform decides on; a pending withdrawal is a hold too, but ends by its own steps. */
export const holdReasons = ['dispute', 'legal', 'risk'] as const;

/**
 * Money on hold in M.frozen; the open holds of a shop always sum to that account. What a merchant withdraws has no
 * statement, as it is no decision.
 */
export const holds = pgTable(
  'holds',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id').notNull(),
    amount: amount('amount').notNull(),
    reasonCode: text('reason_code').notNull(),
    text: text('text').notNull(),
    ref: text('ref').notNull(),
    statementId: text('statement_id').references(() => statements.id),
    since: moment('since').notNull(),
    releaseAt: moment('release_at'),
    condition: text('condition'),
    reviewBy: moment('review_by').notNull(),
    appealUrl: text('appeal_url'),
    releasedAt: moment('released_at'),
  },
  (table) => [
    // Of no use beside the next one: it goes by a later migration, as taking an index away waits for readers.
    index('holds_shop').on(table.shopId),
    index('holds_ref').on(table.shopId, table.ref),
    index('holds_open').on(table.shopId, table.since, table.id).where(sql`${table.releasedAt} is null`),
    index('holds_decided')
      .on(table.shopId, table.releasedAt)
      .where(sql`${table.reasonCode} in (${sql.raw(holdReasons.map((reason) => `'${reason}'`).join(', '))})`),
    index('holds_review').on(table.reviewBy).where(sql`${table.releasedAt} is null`),
    check(
      'holds_explained',
      sql`${table.reasonCode} = 'withdrawal' or (${table.statementId} is not null and ${table.appealUrl} is not null)`,
    ),
  ],
);

/** An appeal to a statement: one each, answered by a date. */
export const appeals = pgTable(
  'appeals',
  {
    id: text('id').primaryKey(),
    no: text('no').notNull().unique(),
    shopId: text('shop_id').notNull(),
    statementId: text('statement_id')
      .notNull()
      .references(() => statements.id),
    ref: text('ref').notNull(),
    text: text('text').notNull(),
    fileIds: jsonb('file_ids').$type<string[]>().notNull().default([]),
    receivedAt: moment('received_at').notNull(),
    decideBy: moment('decide_by').notNull(),
    // When the shop was notified that the answer is late.
    overdueAt: moment('overdue_at'),
    status: text('status', { enum: ['received', 'upheld', 'reversed'] }).notNull(),
    answer: text('answer'),
    decidedAt: moment('decided_at'),
    actor: text('actor'),
  },
  (table) => [
    unique('appeals_statement').on(table.statementId),
    index('appeals_queue').on(table.status, table.decideBy),
  ],
);
