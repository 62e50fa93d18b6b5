import { sql } from 'drizzle-orm';
import { accounts, entries, idempotencyKeys, ledgerHeads, sessions, shops, users } from '../../schema.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { OpenDatabase } from './db.ts';
import type { Precondition } from './migrate.ts';
import { asDamage, openPglite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';

// The first query on a table plans it and, embedded, compiles it: done before the first request waits for it.
const warmUp = async ({ db }: OpenDatabase): Promise<void> => {
  for (const table of [ledgerHeads, accounts, entries, idempotencyKeys, sessions, users, shops]) {
    await db.select().from(table).limit(1);
  }
  await db.transaction((tx) => tx.execute(sql`select 1`));
};

/**
 * Opens the configured database, checked, migrated and warm. A precondition is checked before the migration.
 * @throws DatabaseRefused with a sentence that says what to do
 */
export const openDatabase = async (
  config: Config,
  log: Log,
  precondition?: Precondition,
): Promise<OpenDatabase> => {
  const { databaseUrl: url, migrateUrl, production, connections } = config;
  const opened = url
    ? await openPostgres({ url, migrateUrl, log, precondition, production, connections })
    : await openPglite(config.dataDir, log, precondition);
  try {
    await warmUp(opened);
  } catch (error) {
    await opened.close().catch(() => {});
    throw url ? error : asDamage(config.dataDir, error);
  }
  return opened;
};
