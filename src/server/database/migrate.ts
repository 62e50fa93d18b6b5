import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsDir } from '../directories.ts';
import type { Log } from '../log.ts';
import { DatabaseRefused } from './database-refused.ts';
import { type Database, rows } from './db.ts';

// Any number, the same in every Souk: who migrates holds it.
const lock = sql`736078001`;

const appliedHashes = async (db: Database): Promise<string[]> => {
  const [table] = await rows<{ there: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!table?.there) return [];
  const found = await rows<{ hash: string }>(db, sql`select hash from drizzle.__drizzle_migrations`);
  return found.map(({ hash }) => hash);
};

const hasTables = async (db: Database): Promise<boolean> => {
  const [found] = await rows<{ any: boolean }>(
    db,
    sql`select exists(select 1 from pg_catalog.pg_tables where schemaname = 'public') as any`,
  );
  return found?.any === true;
};

/**
 * Refuses what this version did not make: a newer database, or one that belongs to something else.
 * @returns how many migrations are still to be done
 */
const requireOwn = async (db: Database, where: string): Promise<number> => {
  const known = new Set(readMigrationFiles({ migrationsFolder: migrationsDir }).map(({ hash }) => hash));
  const applied = await appliedHashes(db);
  if (applied.some((hash) => !known.has(hash))) {
    throw new DatabaseRefused(
      `The database ${where} was made by another version of Souk. It was not changed. Start that version, or use another database.`,
      'other-version',
    );
  }
  if (applied.length > 0 || !(await hasTables(db))) return known.size - applied.length;
  throw new DatabaseRefused(
    `The database ${where} holds tables that are not Souk's. It was not changed. Use an empty database.`,
    'other-version',
  );
};

export interface Migrating {
  /** One connection, not a pool: the advisory lock belongs to a session. */
  db: Database;
  /** Where the database is, for sentences. */
  where: string;
  log: Log;
  apply: () => Promise<void>;
}

/** Brings a database to this version's schema, in one transaction; two servers that start at once take turns. */
export const migrateDatabase = async ({ db, where, log, apply }: Migrating): Promise<void> => {
  await db.execute(sql`select pg_advisory_lock(${lock})`);
  try {
    const pending = await requireOwn(db, where);
    if (pending === 0) return;
    log.info('migrating', { pending });
    await apply();
    log.info('migrated', { pending });
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${lock})`);
  }
};
