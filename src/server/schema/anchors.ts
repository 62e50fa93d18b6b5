import { bigint, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * An anchor is one hash over the ends of all chains and over the rows of append-only tables, as they were at `at`;
 * it covers the anchor before it. Its two lists hold what moved since then.
 */
export const anchors = pgTable('anchors', {
  number: bigint('number', { mode: 'bigint' }).primaryKey(),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull(),
  at: moment('at').notNull(),
});

/** The end of a chain that moved since the anchor before. */
export const anchorHeads = pgTable(
  'anchor_heads',
  {
    anchor: bigint('anchor', { mode: 'bigint' }).notNull(),
    chain: text('chain').notNull(),
    seq: bigint('seq', { mode: 'bigint' }).notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.anchor, table.chain] }),
    foreignKey({ columns: [table.anchor], foreignColumns: [anchors.number] }),
    index('anchor_heads_chain').on(table.chain, table.seq),
  ],
);

const rowColumns = () => ({
  table: text('table').notNull(),
  key: text('key').notNull(),
  hash: text('hash').notNull(),
});

/** A row of a table that is only added to, which the next anchor covers; the database adds these by triggers. */
export const unanchoredRows = pgTable('unanchored_rows', rowColumns(), (table) => [
  primaryKey({ columns: [table.table, table.key] }),
]);

/** A row that was added since the anchor before: its table, its key and the hash of its content. */
export const anchorRows = pgTable(
  'anchor_rows',
  {
    anchor: bigint('anchor', { mode: 'bigint' })
      .notNull()
      .references(() => anchors.number),
    ...rowColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.table, table.key] }),
    index('anchor_rows_anchor').on(table.anchor),
  ],
);
