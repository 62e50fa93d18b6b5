import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsDir } from '../../directories.ts';
import type { Log } from '../log.ts';
import { DatabaseRefused } from './database-refused.ts';
import { type Database, queryRows } from './db.ts';
import { fillDays } from './fill-days.ts';
import { isRetryable, messageOf, sqlState } from './sql-state.ts';

/** An arbitrary number, the same in every Souk process: the migrating process holds this lock. */
export const migrationLock = sql`736078001`;

interface Applied {
  hash: string;
  at: number;
}

interface Migration extends Applied {
  /** The name of its file. */
  name: string;
  statements: string[];
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

const appliedMigrations = async (db: Database): Promise<Applied[]> => {
  const [table] = await queryRows<{ there: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!table?.there) return [];
  const applied = await queryRows<{ hash: string; at: string }>(
    db,
    sql`select hash, created_at::text as at from drizzle.__drizzle_migrations`,
  );
  return applied.map(({ hash, at }) => ({ hash, at: Number(at) }));
};

/**
 * Returns the time of the migration that a version has to know at least: one that takes something away from the schema
 * notes it on the table of migrations. All others only add, so that earlier versions run beside them.
 */
const minCompatible = async (db: Database): Promise<number> => {
  const [noted] = await queryRows<{ time: string | null }>(
    db,
    sql`select obj_description('drizzle.__drizzle_migrations'::regclass) as time`,
  );
  return Number(noted?.time ?? 0);
};

const hasTables = async (db: Database): Promise<boolean> => {
  const [answer] = await queryRows<{ any: boolean }>(
    db,
    sql`select exists(select 1 from pg_catalog.pg_tables where schemaname = 'public') as any`,
  );
  return answer?.any === true;
};

/**
 * Refuses a database of another program, of a later version that dropped something this one uses, and of one that
 * has other migrations.
 * @returns the pending migrations, and whether a later version has migrated the database
 */
const requireCompatible = async (db: Database, where: string) => {
  const known = knownMigrations();
  const applied = await appliedMigrations(db);
  const newest = Math.max(...known.map(({ at }) => at));
  const knownHashes = new Set(known.map(({ hash }) => hash));
  const later = applied.filter(({ hash }) => !knownHashes.has(hash));
  const appliedHashes = new Set(applied.map(({ hash }) => hash));
  const pending = known.filter(({ hash }) => !appliedHashes.has(hash));
  const isNewerCompatible = later.every(({ at }) => at > newest) && pending.length === 0;
  if (later.length > 0 && !(isNewerCompatible && newest >= (await minCompatible(db)))) {
    throw new DatabaseRefused(
      `The database ${where} was made by another version of Souk. It was not changed. Start that version, or use another database.`,
      'other-version',
    );
  }
  if (applied.length > 0 || !(await hasTables(db))) return { pending, isLater: later.length > 0 };
  throw new DatabaseRefused(
    `The database ${where} holds tables that are not Souk's. It was not changed. Use an empty database.`,
    'other-version',
  );
};

/**
 * Validates constraints against existing rows, table by table: migrations add them unvalidated, since a migration locks
 * the tables until its end and a validation does not.
 */
const validateConstraints = async (db: Database): Promise<void> => {
  const unchecked = await queryRows<{ table: string; name: string }>(
    db,
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name from pg_catalog.pg_constraint
      where not convalidated and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { table, name } of unchecked)
    await db.execute(sql.raw(`alter table ${table} validate constraint ${name}`));
};

/**
 * Applies migrations in one transaction, and logs each as it begins, which drizzle's own migrator cannot. Its table says
 * what is applied, as versions that use it run beside this one.
 */
const applyMigrations = (db: Database, pending: readonly Migration[], log: Log): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`create schema if not exists drizzle`);
    await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
    for (const [index, { name, statements, hash, at }] of pending.entries()) {
      log.info('applying migration', { name, number: index + 1, of: pending.length });
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`,
      );
    }
  });

const attempts = 5;

/** Applies migrations, and again where they and what others write have locked tables in opposite orders. */
const applyWithRetry = async (apply: () => Promise<void>, attempt = 1): Promise<void> => {
  try {
    await apply();
  } catch (error) {
    if (!isRetryable(error) || attempt === attempts) throw error;
    await applyWithRetry(apply, attempt + 1);
  }
};

/** What ends a migration and how to go on, by the state of PostgreSQL's error; it changes nothing then. */
const refusals: Record<string, (error: unknown) => string> = {
  // By `raise exception`: what it found in the rows keeps it from changing them.
  P0001: (error) => `${messageOf(error)}. It was not changed.`,
  // 0005 locks a temporary table for each shop until its end.
  '53200': (error) =>
    `${messageOf(error)}. It was not changed. If that is PostgreSQL's shared memory, set max_locks_per_transaction to a tenth of the number of shops, restart PostgreSQL, then start Souk.`,
};

const asRefusal = (error: unknown, where: string): unknown => {
  const sentence = refusals[sqlState(error) ?? ''];
  if (!sentence) return error;
  const message = `The database ${where} cannot be migrated: ${sentence(error)}`;
  return new DatabaseRefused(message, 'unreadable', error);
};

/** Refuses a database before anything in it changes; an earlier version may have made its tables. */
export type Precondition = (db: Database) => Promise<void>;

export interface MigrationOptions {
  /** One connection, not a pool: the advisory lock belongs to a session. */
  db: Database;
  /** Where the database is, for error messages. */
  where: string;
  log: Log;
  precondition?: Precondition;
}

/**
 * Migrates a database to this version's schema, in one transaction, then validates its rows and fills in the days of
 * shops; the next start completes one that was cut off in between. Concurrent starts run one after another.
 * @returns whether a later version has migrated the database, beside which this one may run
 * @throws DatabaseRefused where a migration refuses what it found; nothing is changed then
 */
export const migrateDatabase = async ({
  db,
  where,
  log,
  precondition,
}: MigrationOptions): Promise<{ isLater: boolean }> => {
  await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
  try {
    const { pending, isLater } = await requireCompatible(db, where);
    await precondition?.(db);
    if (isLater) log.info('beside the schema of a later version');
    if (pending.length > 0) {
      log.info('migrating', { pending: pending.length });
      await applyWithRetry(() => applyMigrations(db, pending, log)).catch((error) => {
        throw asRefusal(error, where);
      });
      log.info('migrated', { pending: pending.length });
    }
    await validateConstraints(db);
    await fillDays(db, log);
    return { isLater };
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${migrationLock})`);
  }
};
