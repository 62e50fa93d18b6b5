import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsDir } from '../../directories.ts';
import type { Log } from '../log.ts';
import { DatabaseRefused } from './database-refused.ts';
import { type Database, queryRows } from './db.ts';

/** An arbitrary number, the same in every Souk process: the migrating process holds this lock. */
export const migrationLock = 736078001;

interface Migration {
  /** The name of its file. */
  name: string;
  statements: string[];
  hash: string;
  at: number;
}

/** Returns the migrations of this version, in their order. */
const knownMigrations = (): Migration[] => {
  const journal = readFileSync(join(migrationsDir, 'meta', '_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] };
  return readMigrationFiles({ migrationsFolder: migrationsDir }).map((file, index) => ({
    name: entries[index]?.tag ?? '',
    statements: file.sql,
    hash: file.hash,
    at: file.folderMillis,
  }));
};

const appliedHashes = async (db: Database): Promise<string[]> => {
  const [table] = await queryRows<{ there: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!table?.there) return [];
  const applied = await queryRows<{ hash: string }>(db, sql`select hash from drizzle.__drizzle_migrations`);
  return applied.map(({ hash }) => hash);
};

const hasTables = async (db: Database): Promise<boolean> => {
  const [answer] = await queryRows<{ any: boolean }>(
    db,
    sql`select exists(select 1 from pg_catalog.pg_tables where schemaname = 'public') as any`,
  );
  return answer?.any === true;
};

/**
 * Refuses a database of another program, and of a version of Souk with other migrations.
 * @returns the pending migrations
 */
const requireCompatible = async ({ db, where, remedy }: MigrationOptions): Promise<Migration[]> => {
  const known = knownMigrations();
  const applied = await appliedHashes(db);
  if (applied.some((hash) => known.every((one) => one.hash !== hash)))
    throw new DatabaseRefused(
      `The database ${where} was made by another version of Souk, whose tables this one cannot use. It was not changed. ${remedy}, or start the version that made it.`,
      'other-version',
    );
  if (applied.length === 0 && (await hasTables(db)))
    throw new DatabaseRefused(
      `The database ${where} holds tables that are not Souk's. It was not changed. ${remedy}.`,
      'other-version',
    );
  return known.filter(({ hash }) => !applied.includes(hash));
};

/** Applies migrations in one transaction, and logs each as it begins, which drizzle's own migrator cannot. */
const applyMigrations = (db: Database, pending: readonly Migration[], log: Log): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`create schema if not exists drizzle`);
    await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
    for (const { name, statements, hash, at } of pending) {
      log.info('applying migration', { name });
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`,
      );
    }
  });

/** Refuses a database before anything in it changes. */
export type Precondition = (db: Database) => Promise<void>;

export interface MigrationOptions {
  /** One connection, not a pool: the advisory lock belongs to a session. */
  db: Database;
  /** Where the database is, for error messages. */
  where: string;
  /** How to begin with an empty database, for error messages. */
  remedy: string;
  log: Log;
  precondition?: Precondition;
}

/**
 * Migrates a database to this version's schema, in one transaction. Concurrent starts run one after another.
 * @throws DatabaseRefused where another version or another program made it; nothing is changed then
 */
export const migrateDatabase = async (options: MigrationOptions): Promise<void> => {
  const { db, log, precondition } = options;
  await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
  try {
    const pending = await requireCompatible(options);
    await precondition?.(db);
    if (pending.length > 0) await applyMigrations(db, pending, log);
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${migrationLock})`);
  }
};
