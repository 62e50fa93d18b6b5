import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import { uncontestedLock } from '../../src/server/platform/database/advisory-lock.ts';
import type { OpenDatabase } from '../../src/server/platform/database/db.ts';
import { trimPgliteParsers } from '../../src/server/platform/database/open-pglite.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { template } from '../../src/server/platform/database/template.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { isFullRun } from './full-run.ts';
import { addressesOf } from './pooled.ts';

export type Kind = OpenDatabase['kind'];

/**
 * Both databases, for suites on what may differ between them: transactions, repeated keys, migrations. Where the program
 * is changed expression by expression only PostgreSQL: the embedded one would start again for each change.
 */
export const bothKinds: readonly Kind[] = process.env.MUTANTS ? ['postgres'] : ['pglite', 'postgres'];

/**
 * The databases of all other suites: both for a release. Per commit only PostgreSQL, which is faster and shows races
 * that the embedded database hides; the tests of screens, of the demo and in browsers use the embedded one.
 */
export const kinds: readonly Kind[] = isFullRun ? bothKinds : ['postgres'];

export interface TestDatabase extends OpenDatabase {
  /** The address for a second client; empty for the embedded database. */
  url: string;
}

const asAdmin = async (statement: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
};

/** Returns the address by its socket where it has one: over a port, 100,000 statements take a fifth longer. */
const nearby = (url: URL): string => {
  const near = new URL(url);
  if (inject('postgresSocket')) near.searchParams.set('host', inject('postgresSocket'));
  return near.href;
};

let made = 0;

const openCopy = async (): Promise<TestDatabase> => {
  const name = `souk_${process.pid}_${process.hrtime.bigint()}_${made++}`;
  await asAdmin(`create database ${name} template souk_template`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const opened = await openPostgres({
    ...addressesOf(nearby(url)),
    log: silentLog,
    connections: 16,
    connectionTimeout: 60_000,
  });
  const close = async () => {
    await opened.close();
    await asAdmin(`drop database if exists ${name} with (force)`);
  };
  return { ...opened, close, url: url.href };
};

// Few pages at hand, as the database fits into them and each is made at the start.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

// Unpacked by the machine's own gunzip: the one in the embedded database takes longer than all the rest. It is handed over
// as it is, as a Blob of it would be copied.
const openInMemory = async (): Promise<TestDatabase> => {
  const archive = gunzipSync(new Uint8Array(await (await template()).arrayBuffer()));
  const loadDataDir = Object.assign(new Blob([]), { arrayBuffer: async () => archive.buffer });
  const client = trimPgliteParsers(await PGlite.create({ loadDataDir, startParams }));
  const db = drizzle(client);
  return { db, kind: 'pglite', leaderLock: uncontestedLock, close: () => client.close(), url: '' };
};

/** Opens a migrated, empty database for one test file; close it in afterAll. */
export const openTestDatabase = (kind: Kind): Promise<TestDatabase> =>
  kind === 'postgres' ? openCopy() : openInMemory();
