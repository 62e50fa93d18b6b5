import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrationsDir } from '../../src/server/directories.ts';
import { audit } from '../../src/server/ledger/audit.ts';
import { openPglite } from '../../src/server/platform/database/open-pglite.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { isFullRun } from '../harness/full-run.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';
import { dumpDatabase } from './shipped/dump.ts';
import { dumpOf, type OldDatabase, openShipped, shipped } from './shipped/old-database.ts';

const version = shipped[0];
const { lines } = dumpOf(version);
const transactionsBefore = lines.filter((line) => line.startsWith('transactions\t')).length;
// The closed chain ends with one for each of the two shops.
const transactionsAfter = transactionsBefore + 2;

let built: BuiltServer;
beforeAll(async () => {
  built = await buildServer();
});

describe('the migration of a PostgreSQL', () => {
  let old: OldDatabase;
  let client: pg.Client;
  beforeEach(async () => {
    old = await openShipped('postgres', version);
    client = new pg.Client({ connectionString: old.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await old.remove();
  });

  const whole = async () => {
    const database = await openPostgres({ url: old.url, log: silentLog });
    const report = await audit(database.db);
    await database.close();
    return report;
  };

  it('is done once by two that start at once, and both come up', async () => {
    const pair = [1, 2].map(() => built.run('main', old.env));
    await Promise.all(pair.map(({ ready }) => ready));
    expect(pair.map(({ output }) => output().includes('"event":"migrated"')).sort()).toEqual([false, true]);
    for (const { child, ended } of pair) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
    expect(await whole()).toMatchObject({ findings: [] });
  });

  // Where it is killed: before each table that it changes; per commit before the last, when it has most to take back.
  const sql = readdirSync(migrationsDir)
    .filter((name) => name.endsWith('.sql') && name > `${version}.sql`)
    .sort()
    .map((name) => readFileSync(join(migrationsDir, name), 'utf8'))
    .join('\n');
  const tablesOf = (statement: RegExp) => new Set([...sql.matchAll(statement)].map(([, table]) => table));
  // What a later migration adds to a table that an earlier one makes cannot be locked before either.
  const made = tablesOf(/^CREATE TABLE "(\w+)"/gm);
  const changed = [...tablesOf(/^ALTER TABLE "(\w+)" ADD COLUMN/gm)].filter((table) => !made.has(table));

  it.each(isFullRun ? changed : changed.slice(-1))(
    'is as if it had not begun when it is killed before %s, and is done by the next start',
    async (table) => {
      await client.query('begin');
      await client.query(`lock table ${table} in access share mode`);
      const killed = built.run('main', old.env);
      const isWaiting = async () => {
        const { rowCount } = await client.query(
          `select 1 from pg_locks where not granted and relation = '${table}'::regclass`,
        );
        return rowCount;
      };
      await expect.poll(isWaiting, { timeout: 15_000 }).toBe(1);
      killed.child.kill('SIGKILL');
      await killed.ended;
      await client.query('rollback');
      // The database finds out that its client is gone when it next has something to say to it.
      const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
      await expect.poll(async () => (await client.query(others)).rowCount, { timeout: 15_000 }).toBe(0);
      expect(await dumpDatabase(drizzlePg(client) as never)).toEqual(lines);

      const next = built.run('main', old.env);
      await next.ready;
      next.child.kill('SIGTERM');
      expect(await next.ended).toBe(0);
      expect((await whole()).findings).toEqual([]);
    },
  );
});

describe('the migration of an embedded database', () => {
  const directory = mkdtempSync(join(tmpdir(), 'souk-interrupted-'));
  let old: OldDatabase;
  beforeAll(async () => {
    old = await openShipped('pglite', version);
  });
  afterAll(async () => {
    await old.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  const copy = (name: string): string => {
    const dataDir = join(directory, name);
    cpSync(old.dataDir, dataDir, { recursive: true });
    return dataDir;
  };
  const opened = async (dataDir: string) => {
    const database = await openPglite(dataDir, silentLog);
    const report = await audit(database.db);
    await database.close();
    return report;
  };

  it('is done by one of two that start at once; the other refuses', async () => {
    const SOUK_DATA = copy('pair');
    const pair = [1, 2].map(() => built.run('main', { SOUK_DATA }));
    const [first] = await Promise.all(
      pair.map(({ ready, ended }) => Promise.race([ready.then(() => 'ready'), ended]).catch(() => 2)),
    );
    const winner = pair[first === 'ready' ? 0 : 1];
    await winner?.ready;
    expect(await pair[first === 'ready' ? 1 : 0]?.ended).toBe(2);
    winner?.child.kill('SIGTERM');
    expect(await winner?.ended).toBe(0);
    expect((await opened(SOUK_DATA)).findings).toEqual([]);
  });

  it.each(isFullRun ? [0, 10, 20, 40, 80, 120, 200] : [40])(
    'is done by the next start when it is killed %i ms after it began',
    async (ms) => {
      const SOUK_DATA = copy(`killed-${ms}`);
      const killed = built.run('main', { SOUK_DATA });
      await expect.poll(killed.output, { interval: 1, timeout: 30_000 }).toContain('"event":"migrating"');
      await pause(ms);
      killed.child.kill('SIGKILL');
      await killed.ended;
      const left = await PGlite.create({ dataDir: join(SOUK_DATA, 'pg') });
      await left.close();
      const report = await opened(SOUK_DATA);
      expect(report).toMatchObject({ findings: [], transactions: transactionsAfter });
    },
  );
});
