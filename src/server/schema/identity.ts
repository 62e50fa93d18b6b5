import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { idTypes } from '../../contract/identity.ts';
import { identityStatuses } from '../../contract/status.ts';
import { moment } from './columns.ts';
import { files } from './files.ts';
import { statements } from './restrictions.ts';
import { ofShop, shops } from './shops.ts';

/** Why a part of an application was refused: each code has a text in every language. */
export interface IdentityReason {
  field: string;
  code: string;
}

/**
 * The person behind a shop. The number of the document is not stored: only its end, and a keyed hash by which a
 * reviewer can check the number read from the document.
 */
export const identities = pgTable(
  'identities',
  {
    shopId: text('shop_id')
      .primaryKey()
      .references(() => shops.id),
    status: text('status', { enum: identityStatuses }).notNull(),
    realName: text('real_name'),
    idType: text('id_type', { enum: idTypes }),
    idNumberMasked: text('id_number_masked'),
    idNumberHash: text('id_number_hash'),
    frontFileId: text('front_file_id').references(() => files.id),
    backFileId: text('back_file_id').references(() => files.id),
    consentVersion: text('consent_version'),
    submittedAt: moment('submitted_at'),
    reviewBy: moment('review_by'),
    decidedAt: moment('decided_at'),
    reasons: jsonb('reasons').$type<IdentityReason[]>().notNull().default([]),
    note: text('note'),
    statementId: text('statement_id').references(() => statements.id),
    // When the document expires, and when its merchant was notified.
    expiresAt: moment('expires_at'),
    expiryNoticedAt: moment('expiry_noticed_at'),
    // When its merchant was notified that the review is late.
    overdueNoticedAt: moment('overdue_noticed_at'),
  },
  (table) => [
    index('identities_queue').on(table.status, table.reviewBy),
    index('identities_expiry').on(table.expiresAt),
  ],
);

/** Every step of an application, with its actor; attempts per day are counted here. */
export const identityEvents = pgTable(
  'identity_events',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shopId: ofShop(),
    kind: text('kind', {
      enum: ['submitted', 'withdrawn', 'opened', 'approved', 'rejected', 'expiry_set', 'expired', 'revoked'],
    }).notNull(),
    actor: text('actor').notNull(),
    reasons: jsonb('reasons').$type<IdentityReason[]>().notNull().default([]),
    at: moment('at').notNull(),
  },
  (table) => [index('identity_events_shop').on(table.shopId, table.at)],
);
