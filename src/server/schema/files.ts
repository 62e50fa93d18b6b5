import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { uploadTypes } from '../../contract/file-types.ts';
import { bytea, moment } from './columns.ts';
import { shops } from './shops.ts';

/** What a private file is for: the types of an upload, and the papers of a person. */
export const filePurposes = [...uploadTypes, 'identity'] as const;

// A private file. Its row stays when it is removed: who brought what, and when, outlives the content.
export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    purpose: text('purpose', { enum: filePurposes }).notNull(),
    // What buyers send to a shop does not count against the shop's day.
    by: text('by', { enum: ['shop', 'buyer'] })
      .notNull()
      .default('shop'),
    type: text('type', { enum: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] }).notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    // Where its content is; every file begins in the database, in the transaction of its row.
    place: text('place', { enum: ['database', 'moving', 'bucket', 'gone'] })
      .notNull()
      .default('database'),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
    removedAt: moment('removed_at'),
  },
  (table) => [
    index('files_shop').on(table.shopId, table.createdAt),
    // What waits for something to be done; what lies where it belongs is in none of these.
    index('files_moving').on(table.createdAt).where(sql`${table.place} in ('database', 'moving')`),
    index('files_unused')
      .on(table.createdAt)
      .where(sql`${table.usedAt} is null and ${table.removedAt} is null`),
    index('files_removed')
      .on(table.removedAt)
      .where(sql`${table.removedAt} is not null and ${table.place} <> 'gone'`),
    check('files_bytes', sql`${table.bytes} > 0`),
  ],
);

// The content of files that are not in a bucket. Apart, so that reading rows never reads contents.
export const fileBodies = pgTable('file_bodies', {
  fileId: text('file_id')
    .primaryKey()
    .references(() => files.id),
  body: bytea('body').notNull(),
});

// Pictures that anybody may see, by a name with the hash of what is in it. No upload ever gets in here.
export const pictures = pgTable('pictures', {
  name: text('name').primaryKey(),
  body: bytea('body').notNull(),
});

// What the server signs with; made by whichever process needs it first.
export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  secret: text('secret').notNull(),
  createdAt: moment('created_at').notNull(),
});
