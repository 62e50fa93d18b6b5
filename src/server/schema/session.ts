import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { shops } from './shops.ts';

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  shopId: text('shop_id')
    .notNull()
    .references(() => shops.id),
  username: text('username').notNull().unique(),
  // The name as it is looked up: names that differ in case or width only are one.
  nameKey: text('name_key').unique(),
  passwordHash: text('password_hash').notNull(),
  payPasswordHash: text('pay_password_hash'),
  payFailures: integer('pay_failures').notNull().default(0),
  payLockedUntil: moment('pay_locked_until'),
  // Until then a changed payment password does not withdraw; null for one that may.
  payUsableFrom: moment('pay_usable_from'),
  status: text('status', { enum: ['active', 'closed', 'prepared'] })
    .notNull()
    .default('active'),
  permissions: jsonb('permissions').$type<string[]>().notNull().default([]),
  lang: text('lang'),
  // What was agreed to at registration, and when.
  termsVersion: text('terms_version'),
  termsAt: moment('terms_at'),
  invite: text('invite').notNull().default(''),
  createdAt: moment('created_at').notNull(),
});

// Only the hash of a token is stored: who reads this table cannot sign in with it.
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
    // Of somebody who may not sign in: good for reading why and for objecting, and for nothing else.
    confined: boolean('confined').notNull().default(false),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

// What is counted against guessing: a name with an address that fails to sign in, a name, an address that tries
// invitation codes. Known or not, each has its row.
export const loginAttempts = pgTable('login_attempts', {
  subject: text('subject').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: moment('last_at').notNull(),
  blockedUntil: moment('blocked_until'),
});
