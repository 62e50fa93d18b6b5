import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * The keys of other systems for the machine API, several at a time so that they can be exchanged. Only a hash is stored;
 * a row outlives its key, as the log of decisions names it.
 */
export const opsKeys = pgTable(
  'ops_keys',
  {
    name: text('name').primaryKey(),
    roles: jsonb('roles').$type<string[]>().notNull(),
    keyHash: text('key_hash').notNull().unique(),
    actor: text('actor').notNull(),
    createdAt: moment('created_at').notNull(),
    // From then on it is refused; null for one without an end.
    endsAt: moment('ends_at'),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('ops_keys_new').on(table.createdAt, table.keyHash)],
);
