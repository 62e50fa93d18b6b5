import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsDir } from '../directories.ts';
import type { Log } from '../log.ts';
import * as schema from '../schema.ts';
import { DatabaseRefused } from './database-refused.ts';
import type { OpenDatabase } from './db.ts';
import { withFewParsers } from './few-parsers.ts';
import { holdLock } from './lock.ts';
import { migrateDatabase } from './migrate.ts';
import { onlySeat } from './seat.ts';
import { template } from './template.ts';

// The PostgreSQL that PGlite is; a directory of another one would be damaged by opening it.
const version = '18';

const unreadable = (directory: string, why: string, cause?: unknown) =>
  new DatabaseRefused(
    `The database in ${directory} cannot be read: ${why}. It was not changed. Restore a backup, or set SOUK_DATA to another directory.`,
    'unreadable',
    cause,
  );

const isEmpty = (directory: string): boolean => !existsSync(directory) || readdirSync(directory).length === 0;

const requireReadable = (directory: string): void => {
  const file = join(directory, 'PG_VERSION');
  if (!existsSync(file)) throw unreadable(directory, 'it holds no PG_VERSION');
  const found = readFileSync(file, 'utf8').trim().slice(0, 10);
  if (found !== version)
    throw unreadable(directory, `it is of PostgreSQL ${found}, this Souk reads ${version}`);
  if (!existsSync(join(directory, 'global', 'pg_control')))
    throw unreadable(directory, 'its control file is missing');
};

// A first start that was cut off leaves half a database nobody has written to: the mark tells it from a damaged one.
const prepare = async (directory: string, mark: string): Promise<PGlite> => {
  rmSync(directory, { recursive: true, force: true });
  writeFileSync(mark, '');
  const client = await PGlite.create({ dataDir: directory, loadDataDir: await template() });
  rmSync(mark);
  return client;
};

const open = async (directory: string, mark: string): Promise<PGlite> => {
  if (existsSync(mark) || isEmpty(directory)) return prepare(directory, mark);
  requireReadable(directory);
  try {
    return await PGlite.create({ dataDir: directory });
  } catch (error) {
    throw unreadable(directory, 'it does not start', error);
  }
};

/** Opens the embedded database under a data directory, for this process alone. */
export const openPglite = async (dataDir: string, log: Log): Promise<OpenDatabase> => {
  mkdirSync(dataDir, { recursive: true });
  const lock = await holdLock(dataDir);
  const directory = join(dataDir, 'pg');
  let client: PGlite | undefined;
  try {
    client = withFewParsers(await open(directory, join(dataDir, 'pg.preparing')));
    const db = drizzle(client, { schema });
    const apply = () => migrate(db, { migrationsFolder: migrationsDir });
    await migrateDatabase({ db, where: `in ${directory}`, log, apply });
    const opened = client;
    return { db, kind: 'pglite', seat: onlySeat, close: () => opened.close().finally(lock.release) };
  } catch (error) {
    await client?.close();
    await lock.release();
    throw error;
  }
};
