import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { rechargeSteps, results } from '../../contract/status.ts';
import { amount, comparableProof, moment } from './columns.ts';
import { files } from './files.ts';
import { statements } from './restrictions.ts';
import { ofShop } from './shops.ts';

/** Networks with addresses and hashes that can be checked. */
export const networks = ['trx', 'etc'] as const;
export type Network = (typeof networks)[number];

/**
 * A channel to recharge by, opened and closed by the operator; rows are never changed, a new address is a new
 * channel. `doNotSend` marks the demo's, which has an invalid address.
 */
export const rechargeChannels = pgTable(
  'recharge_channels',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    rail: text('rail', { enum: ['chain', 'bank'] }).notNull(),
    network: text('network', { enum: networks }),
    asset: text('asset').notNull(),
    rate: text('rate'),
    address: text('address').notNull(),
    min: amount('min'),
    max: amount('max'),
    confirmations: integer('confirmations'),
    expectedMinutes: integer('expected_minutes'),
    doNotSend: boolean('do_not_send').notNull().default(false),
    openedAt: moment('opened_at').notNull(),
    openedBy: text('opened_by').notNull(),
    closedAt: moment('closed_at'),
    closedBy: text('closed_by'),
  },
  (table) => [
    check('recharge_channels_network', sql`(${table.rail} = 'chain') = (${table.network} is not null)`),
  ],
);

// Spaces and signs of ASCII and Latin-1, accents, signs of Arabic, symbols, signs of Chinese and Japanese, invisibles.
const signs = sql.raw(
  String.raw`'[\u0001-\u00bf\u0300-\u036f\u060c\u061b\u061f\u0640\u066a-\u066d\u06d4\u2000-\u2bff\u3000-\u303f\u30fb\u30fc\u3164\ufe00-\ufe0f]'`,
);

/**
 * Returns the SQL by which the payments of a reference are found: its letters and digits, as of a payout's proof. A
 * reference with none of A to Z and 0 to 9, in another script, is found by what it has beside spaces, signs and marks.
 */
export const comparablePayment = (proof: AnyPgColumn | string): SQL =>
  sql`coalesce(nullif(${comparableProof(proof)}, ''), regexp_replace(upper(${proof}), ${signs}, '', 'g'))`;

/**
 * Money that a merchant reported as sent, or that arrived without a report. `amount` is the reported amount,
 * `received` the amount that arrived. `proof` is the transaction's hash or the bank's reference: several shops may
 * report one payment, which is counted once, under its lock (`findSamePayments`). `seq` is the ledger's end at that
 * time, which orders rows without postings among the postings.
 */
export const recharges = pgTable(
  'recharges',
  {
    id: text('id').primaryKey(),
    no: text('no').notNull().unique(),
    shopId: ofShop(),
    reportedBy: text('reported_by').notNull(),
    channelId: text('channel_id').references(() => rechargeChannels.id),
    network: text('network').notNull(),
    proof: text('proof').notNull(),
    certificateFileId: text('certificate_file_id').references(() => files.id),
    amount: amount('amount').notNull(),
    received: amount('received'),
    status: text('status', { enum: results }).notNull(),
    step: text('step', { enum: rechargeSteps }).notNull(),
    reasonCode: text('reason_code'),
    reason: text('reason'),
    seq: bigint('seq', { mode: 'bigint' }).notNull(),
    expectedBy: moment('expected_by').notNull(),
    overdueNoticedAt: moment('overdue_noticed_at'),
    createdAt: moment('created_at').notNull(),
    decidedAt: moment('decided_at'),
    decidedBy: text('decided_by'),
    // Money that arrived for a refused recharge, and where it was returned.
    arrived: amount('arrived'),
    sentBackAt: moment('sent_back_at'),
    sentBackProof: text('sent_back_proof'),
    // Not returned by its date: when that was detected, and the statement of reasons for it.
    sendBackOverdueAt: moment('send_back_overdue_at'),
    sendBackStatementId: text('send_back_statement_id').references(() => statements.id),
  },
  (table) => [
    index('recharges_sent_back_proof')
      .on(comparableProof(table.sentBackProof))
      .where(sql`${table.sentBackProof} is not null`),
    index('recharges_to_send_back')
      .on(table.decidedAt)
      .where(sql`${table.arrived} is not null and ${table.sentBackAt} is null`),
    index('recharges_comparable_payment').on(comparablePayment(table.proof)),
    // Of no use beside the one before: it goes by a later migration, as taking an index away waits for readers.
    index('recharges_plain_proof').on(sql`upper(replace(replace(${table.proof}, ' ', ''), '-', ''))`),
    // Of no use beside the next one, as well.
    index('recharges_unmoved')
      .on(table.shopId, table.seq, table.id)
      .where(sql`${table.status} <> 'completed'`),
    // In the order of a wallet's flow: each after the last posting at the time of its report.
    index('recharges_memos')
      .on(table.shopId, sql`(${table.seq} * 100 + 99)`, table.id)
      .where(sql`${table.status} <> 'completed'`),
    // What counts against the cap of a shop without a paid withdrawal.
    index('recharges_capped')
      .on(table.shopId)
      .where(sql`${table.channelId} is not null and ${table.status} <> 'failed'`),
    index('recharges_shop').on(table.shopId, table.status),
    index('recharges_open').on(table.expectedBy).where(sql`${table.status} = 'moderated'`),
    check(
      'recharges_amounts',
      sql`${table.amount} > 0 and (${table.received} is null or ${table.received} > 0)`,
    ),
    check(
      'recharges_step',
      sql`${table.status} = case ${table.step} when 'under_review' then 'moderated' when 'confirmed' then 'completed' else 'failed' end`,
    ),
    check('recharges_received', sql`(${table.step} = 'confirmed') = (${table.received} is not null)`),
    check(
      'recharges_reason',
      sql`${table.reasonCode} is not null or (${table.step} <> 'rejected' and coalesce(${table.received}, ${table.amount}) = ${table.amount})`,
    ),
  ],
);
