import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsDir } from '../../directories.ts';
import type { Log } from '../log.ts';
import { DatabaseRefused } from './database-refused.ts';
import { type Database, rows } from './db.ts';
import { fillDays } from './fill-days.ts';

/** An arbitrary number, the same in every Souk process: the migrating process holds this lock. */
export const migrationLock = sql`736078001`;

const appliedHashes = async (db: Database): Promise<string[]> => {
  const [table] = await rows<{ there: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!table?.there) return [];
  const applied = await rows<{ hash: string }>(db, sql`select hash from drizzle.__drizzle_migrations`);
  return applied.map(({ hash }) => hash);
};

const hasTables = async (db: Database): Promise<boolean> => {
  const [answer] = await rows<{ any: boolean }>(
    db,
    sql`select exists(select 1 from pg_catalog.pg_tables where schemaname = 'public') as any`,
  );
  return answer?.any === true;
};

/**
 * Refuses a database of a newer version or of another program.
 * @returns the number of pending migrations
 */
const requireCompatible = async (db: Database, where: string): Promise<number> => {
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

/**
 * Validates constraints against existing rows, table by table: migrations add them unvalidated, since a migration locks
 * the tables until its end and a validation does not.
 */
export const validateConstraints = async (db: Database): Promise<void> => {
  const unchecked = await rows<{ table: string; name: string }>(
    db,
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name from pg_catalog.pg_constraint
      where not convalidated and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { table, name } of unchecked)
    await db.execute(sql.raw(`alter table ${table} validate constraint ${name}`));
};

export interface MigrationOptions {
  /** One connection, not a pool: the advisory lock belongs to a session. */
  db: Database;
  /** Where the database is, for error messages. */
  where: string;
  log: Log;
  apply: () => Promise<void>;
}

/**
 * Migrates a database to this version's schema, in one transaction, then validates its rows and fills in the days of
 * shops; the next start completes one that was cut off in between. Concurrent starts run one after another.
 */
export const migrateDatabase = async ({ db, where, log, apply }: MigrationOptions): Promise<void> => {
  await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
  try {
    const pending = await requireCompatible(db, where);
    if (pending > 0) {
      log.info('migrating', { pending });
      await apply();
      log.info('migrated', { pending });
    }
    await validateConstraints(db);
    await fillDays(db, log);
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${migrationLock})`);
  }
};
