import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import type { OpenDatabase } from '../../src/server/platform/database/db.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { sqlState } from '../../src/server/platform/database/sql-state.ts';
import { type Log, silentLog } from '../../src/server/platform/log.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { announceTerms } from '../../src/server/shops/terms/announce-terms.ts';
import { startServer } from '../../src/server/start.ts';
import { projectDir } from '../harness/built.ts';
import { decide } from '../harness/decide.ts';
import { fillDatabase } from '../harness/fill-database.ts';
import { startTestServer } from '../harness/server.ts';

const name = `souk_server_${process.pid}`;
const empty = `souk_empty_${process.pid}`;
const [lines = ''] =
  /create role souk_server[^`]+/.exec(readFileSync(join(projectDir, 'docs/production.md'), 'utf8')) ?? [];
const owner = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${empty}` }).href;
const server = Object.assign(new URL(owner), { username: name, password: '…' }).href;
let opened: OpenDatabase;

const query = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

beforeAll(async () => {
  await query(inject('postgresUrl'), `create database ${empty}`);
  await query(owner, lines.replaceAll('souk_server', name));
  opened = await openPostgres({ url: server, migrateUrl: owner, log: silentLog });
});
afterAll(async () => {
  await opened.close();
  await query(owner, `drop owned by ${name}`);
  await query(inject('postgresUrl'), `drop database ${empty}`);
  await query(inject('postgresUrl'), `drop role ${name}`);
});

it('the role that the docs make does all that a shop, its operator and time ask for', async () => {
  const started = await startTestServer('postgres', {
    database: { ...opened, url: server },
    config: { demo: true },
  });
  await announceTerms(started.deps);
  await fillDatabase(started);
  started.clock.advance(30 * 86_400_000);
  await runDue(started.deps);
  const user = await started.addUser();
  await started.fund(user.shopId, 5n * UNITS);
  await decide(started.deps, 'anchor', {}, 'nour');
  expect((await audit(opened.db)).findings).toEqual([]);
  await started.close();
}, 60_000);

it.each([
  'alter table entries disable trigger entries_append_only',
  'drop trigger entries_append_only on entries',
  'drop function ledger_append_only cascade',
  'set session_replication_role = replica',
  'truncate entries',
])('the role that the docs make has no right to: %s', async (statement) => {
  const failure = await opened.db.execute(sql.raw(statement)).catch((error: unknown) => error);
  expect(sqlState(failure)).toBe('42501');
});

it('a role without the rights of the docs is refused, with the line that gives them', async () => {
  const bare = `${name}_bare`;
  await query(owner, `create role ${bare} login`);
  const url = Object.assign(new URL(owner), { username: bare }).href;
  await expect(openPostgres({ url, migrateUrl: owner, log: silentLog })).rejects.toThrow(
    `Run as the owner: grant select, insert, update, delete on all tables in schema public to ${bare};`,
  );
  await query(owner, `drop role ${bare}`);
});

/** Starts a server and stops it; returns what it logged about its role. */
const loggedOfRole = async (env: Record<string, string>) => {
  const logged: string[] = [];
  const log: Log = { info: (event) => void logged.push(event), error() {} };
  const started = await startServer(readConfig({ PORT: '0', SOUK_DEMO: '0', ...env }), log);
  await started.stop();
  expect(logged).toContain('anchor');
  return logged.filter((event) => event.includes('role'));
};

it('a start by the role that owns the tables says where to find the lines for another', async () => {
  expect(await loggedOfRole({ DATABASE_URL: owner })).toEqual([
    'the role of DATABASE_URL may change postings: docs/production.md gives the lines for one that may not',
  ]);
});

it('a start by the role that the docs make says nothing of it', async () => {
  expect(await loggedOfRole({ DATABASE_URL: server, SOUK_MIGRATE_URL: owner })).toEqual([]);
});
