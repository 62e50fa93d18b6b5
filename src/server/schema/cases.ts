import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  caseOutcomes,
  caseParties,
  caseReasons,
  caseStates,
  caseTypes,
  faults,
} from '../../contract/status.ts';
import { amount, moment } from './columns.ts';
import { orders } from './orders.ts';
import { holds, statements } from './restrictions.ts';

/**
 * A buyer's case on an order. `partialAmount` is what of the payment the buyer gets back, null for all of it;
 * `fault` is who bears the purchase cost by the present finding; `dueAt` is when the present state ends by itself.
 */
export const afterSaleCases = pgTable(
  'after_sale_cases',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    shopId: text('shop_id').notNull(),
    type: text('type', { enum: caseTypes }).notNull(),
    state: text('state', { enum: caseStates }).notNull(),
    reasonCode: text('reason_code', { enum: caseReasons }).notNull(),
    reason: text('reason').notNull(),
    partialAmount: amount('part'),
    fault: text('fault', { enum: faults }).notNull(),
    dueAt: moment('due_at'),
    carrier: text('carrier'),
    trackingNo: text('tracking_no'),
    statementId: text('statement_id').references(() => statements.id),
    // Until when the merchant can appeal, and the hold on the part of the balance that the case takes.
    appealBy: moment('appeal_by'),
    holdId: text('hold_id').references(() => holds.id),
    outcome: text('outcome', { enum: caseOutcomes }),
    refunded: amount('refunded'),
    openedAt: moment('opened_at').notNull(),
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('after_sale_cases_open').on(table.orderId).where(sql`${table.state} <> 'closed'`),
    index('after_sale_cases_order').on(table.orderId, table.openedAt),
    index('after_sale_cases_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    // What waits for the platform, and not for the answer to an appeal.
    index('after_sale_cases_to_review')
      .on(table.dueAt)
      .where(sql`${table.state} = 'platform_review' and ${table.appealBy} is null`),
    check('after_sale_cases_part', sql`${table.partialAmount} > 0`),
    check(
      'after_sale_cases_closed',
      sql`(${table.state} = 'closed') = (${table.closedAt} is not null) and (${table.state} = 'closed') = (${table.outcome} is not null)`,
    ),
  ],
);

/** The events of a case, in order; append-only. */
export const afterSaleEvents = pgTable(
  'after_sale_events',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    caseId: text('case_id')
      .notNull()
      .references(() => afterSaleCases.id),
    shopId: text('shop_id').notNull(),
    event: text('event').notNull(),
    from: text('from_state'),
    to: text('to_state', { enum: caseStates }).notNull(),
    party: text('party', { enum: caseParties }).notNull(),
    actor: text('actor').notNull(),
    reason: text('reason'),
    at: moment('at').notNull(),
  },
  (table) => [index('after_sale_events_case').on(table.caseId, table.seq)],
);

/** Evidence that a party added: a text, an upload, or both. */
export const afterSaleEvidence = pgTable(
  'after_sale_evidence',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    caseId: text('case_id')
      .notNull()
      .references(() => afterSaleCases.id),
    shopId: text('shop_id').notNull(),
    party: text('party', { enum: caseParties }).notNull(),
    actor: text('actor').notNull(),
    text: text('text'),
    fileId: text('file_id'),
    at: moment('at').notNull(),
  },
  (table) => [
    index('after_sale_evidence_case').on(table.caseId, table.seq),
    check('after_sale_evidence_something', sql`${table.text} is not null or ${table.fileId} is not null`),
  ],
);
