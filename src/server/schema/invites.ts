import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './session.ts';
import { ofShop, shops } from './shops.ts';

/** Friends that a shop has invited. A friend with an expired invitation may be invited again, by another code. */
export const friends = pgTable(
  'friends',
  {
    id: text('id').primaryKey(),
    shopId: ofShop(),
    // The registered user; null until then, when the friend has no name here.
    userId: text('user_id')
      .unique()
      .references(() => users.id),
    // The end of the latest invitation.
    expiresAt: moment('expires_at').notNull(),
    invitedAt: moment('invited_at').notNull(),
  },
  (table) => [index('friends_shop').on(table.shopId, table.invitedAt, table.id)],
);

/** A code works once. A code issued by an operator belongs to no shop. */
export const invitations = pgTable(
  'invitations',
  {
    code: text('code').primaryKey(),
    shopId: text('shop_id').references(() => shops.id),
    friendId: text('friend_id').references(() => friends.id),
    actor: text('actor').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    usedBy: text('used_by').references(() => users.id),
  },
  (table) => [
    index('invitations_shop').on(table.shopId, table.createdAt),
    index('invitations_open').on(table.shopId, table.expiresAt).where(sql`${table.usedAt} is null`),
    check('invitations_friend', sql`(${table.shopId} is null) = (${table.friendId} is null)`),
    check('invitations_used', sql`(${table.usedAt} is null) = (${table.usedBy} is null)`),
  ],
);
