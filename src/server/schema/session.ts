import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { ofShop } from './shops.ts';

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    username: text('username').notNull().unique(),
    // The key under which the name is looked up: names that differ only in case or width are the same.
    nameKey: text('name_key').unique(),
    passwordHash: text('password_hash').notNull(),
    payPasswordHash: text('pay_password_hash'),
    payFailures: integer('pay_failures').notNull().default(0),
    payLockedUntil: moment('pay_locked_until'),
    // Until then a changed payment password cannot withdraw; null for one that can.
    payUsableFrom: moment('pay_usable_from'),
    status: text('status', { enum: ['active', 'closed', 'prepared'] })
      .notNull()
      .default('active'),
    permissions: jsonb('permissions').$type<string[]>().notNull().default([]),
    lang: text('lang'),
    // A partner's own id of this user; null for every user who registered. Only such a user has no login password, and
    // agrees to the terms after the account is opened.
    partnerRef: text('partner_ref').unique(),
    // The version of the terms that the user agreed to, and when.
    termsVersion: text('terms_version'),
    termsAt: moment('terms_at'),
    invite: text('invite').notNull().default(''),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('users_shop').on(table.shopId)],
);

/** Only the hash of a token is stored: who reads this table cannot sign in with it. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    // The session of a user barred from signing in: it allows reading the reasons and appealing, and nothing else.
    confined: boolean('confined').notNull().default(false),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/**
 * Counters against guessing: a name with an address that fails to sign in, a name, an address that tries invitation
 * codes. Each has its row, known or not. Networks that users have signed in from are kept here too, with no
 * failures, and the kilobytes of a shop's uploads that were sent and not kept.
 */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    subject: text('subject').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: moment('last_at').notNull(),
    blockedUntil: moment('blocked_until'),
  },
  (table) => [index('login_attempts_last').on(table.lastAt)],
);
