import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Log } from '../log.ts';
import { uncontestedLock } from './advisory-lock.ts';
import { DatabaseRefused } from './database-refused.ts';
import type { OpenDatabase } from './db.ts';
import { lockDirectory } from './directory-lock.ts';
import { migrateDatabase, type Precondition } from './migrate.ts';
import { isCorrupt, isSystemError, messageOf, sqlState } from './sql-state.ts';
import { template } from './template.ts';

/**
 * Yields to the event loop before each query. The embedded database computes in this process without yielding, so a
 * transaction of a hundred queries would block every other request until its end.
 */
const yieldBetweenQueries = (client: PGlite): PGlite => {
  const run = client._runExclusiveQuery.bind(client);
  client._runExclusiveQuery = async (query) => {
    await setImmediate();
    return run(query);
  };
  return client;
};

/**
 * Types from here on belong to catalogues and tables; those below are PostgreSQL's own and the same in each database.
 */
const firstOfTables = 10_000;

/** The type id of bytea. */
const bytea = 17;

/**
 * Removes parsers that no query needs. The embedded database copies all of them for every query, and most parse arrays
 * of whole rows; without them a query costs a fifth less.
 */
export const trimPgliteParsers = (client: PGlite): PGlite => {
  const parsers = Object.entries(client.parsers).filter(([type]) => Number(type) < firstOfTables);
  client.parsers = Object.fromEntries(parsers);
  // The built-in parser works byte by byte: a photo would block all other requests for seconds.
  client.parsers[bytea] = (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
  // Bytes are passed through unchanged, which the serializer's type cannot express.
  client.serializers[bytea] = (bytes: Uint8Array) => bytes as unknown as string;
  return client;
};

/**
 * How the embedded database is started. By itself it keeps up to 128 MB of pages, which the system holds once more as
 * those of its files; a page that is not among them is read from there in about 10 microseconds.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=64MB'];

// PGlite's PostgreSQL version; opening a directory of another version would damage it.
const version = '18';

const unreadable = (directory: string, why: string, cause?: unknown) =>
  new DatabaseRefused(
    `The database in ${directory} cannot be read: ${why}. It was not changed. Restore a backup, or set SOUK_DATA to another directory.`,
    'unreadable',
    cause,
  );

// PostgreSQL's internal error, raised for unexpected file contents such as overwritten pages.
const internal = 'XX000';

const damaged = (dataDir: string, error: unknown) =>
  unreadable(join(dataDir, 'pg'), 'some of its files are damaged', error);

const refusedBySystem = (dataDir: string, error: unknown) =>
  new DatabaseRefused(
    `The database in ${join(dataDir, 'pg')} cannot be opened: the system says ${messageOf(error)}. Make room or give the right to write there, and start again.`,
    'unreachable',
    error,
  );

/** Returns the refusal for an error that damage or the system explains, and any other error as it is. */
export const asDamage = (dataDir: string, error: unknown): unknown => {
  if (error instanceof DatabaseRefused) return error;
  if (isCorrupt(error)) return damaged(dataDir, error);
  if (isSystemError(error)) return refusedBySystem(dataDir, error);
  const state = sqlState(error);
  return state === undefined || state === internal ? damaged(dataDir, error) : error;
};

const isEmpty = (directory: string): boolean => !existsSync(directory) || readdirSync(directory).length === 0;

const requireReadable = (directory: string): void => {
  const file = join(directory, 'PG_VERSION');
  if (!existsSync(file)) throw unreadable(directory, 'it holds no PG_VERSION');
  const dataVersion = readFileSync(file, 'utf8').trim().slice(0, 10);
  if (dataVersion !== version)
    throw unreadable(directory, `it is of PostgreSQL ${dataVersion}, this Souk reads ${version}`);
  if (!existsSync(join(directory, 'global', 'pg_control')))
    throw unreadable(directory, 'its control file is missing');
};

// The marker distinguishes the rest of an interrupted first start, which holds no data yet, from a damaged database.
const prepare = async (directory: string, marker: string): Promise<PGlite> => {
  rmSync(directory, { recursive: true, force: true });
  writeFileSync(marker, '');
  const client = await PGlite.create({ dataDir: directory, startParams, loadDataDir: await template() });
  rmSync(marker);
  return client;
};

const open = async (directory: string, marker: string): Promise<PGlite> => {
  if (existsSync(marker) || isEmpty(directory)) return prepare(directory, marker);
  requireReadable(directory);
  try {
    return await PGlite.create({ dataDir: directory, startParams });
  } catch (error) {
    throw unreadable(directory, 'it does not start', error);
  }
};

/** Opens the embedded database under a data directory, exclusively for this process. */
export const openPglite = async (
  dataDir: string,
  log: Log,
  precondition?: Precondition,
): Promise<OpenDatabase> => {
  mkdirSync(dataDir, { recursive: true });
  const lock = await lockDirectory(dataDir);
  const directory = join(dataDir, 'pg');
  let client: PGlite | undefined;
  try {
    client = yieldBetweenQueries(trimPgliteParsers(await open(directory, join(dataDir, 'pg.preparing'))));
    await client.query('select count(*) from pg_catalog.pg_class');
    const db = drizzle(client);
    const remedy = `Move ${directory} away, or set SOUK_DATA to another directory`;
    await migrateDatabase({ db, where: `in ${directory}`, remedy, log, precondition });
    const opened = client;
    return {
      db,
      kind: 'pglite',
      leaderLock: uncontestedLock,
      close: () => opened.close().finally(lock.release),
    };
  } catch (error) {
    // A database that has failed may fail at closing too.
    await client?.close().catch(() => {});
    await lock.release();
    throw asDamage(dataDir, error);
  }
};
