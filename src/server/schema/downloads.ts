import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { sessions } from './session.ts';
import { shops } from './shops.ts';

// A file that can be downloaded for a few minutes by a link. Only the link's hash is stored, and the file is made
// during the download.
export const downloads = pgTable(
  'downloads',
  {
    tokenHash: text('token_hash').primaryKey(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    kind: text('kind', { enum: ['wallet_flow'] }).notNull(),
    query: jsonb('query').$type<Record<string, unknown>>().notNull(),
    lang: text('lang').notNull(),
    // The session that requested it: signing out ends the link too.
    sessionHash: text('session_hash').references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('downloads_expires').on(table.expiresAt),
    index('downloads_session').on(table.sessionHash),
  ],
);
