import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { type OpenDatabase, queryRows } from '../../src/server/platform/database/db.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { sqlState } from '../../src/server/platform/database/sql-state.ts';
import { type Log, type LogFields, silentLog } from '../../src/server/platform/log.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { announceTerms } from '../../src/server/shops/terms/announce-terms.ts';
import { startServer } from '../../src/server/start.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { fillDatabase } from '../harness/fill-database.ts';
import { startTestServer } from '../harness/server.ts';

const role = `souk_server_${process.pid}`;
let owner: TestDatabase;
let url: string;
let opened: OpenDatabase;

const asOwner = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: owner.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

beforeAll(async () => {
  owner = await openTestDatabase('postgres');
  await asOwner(`create role ${role} login password 'server'`);
  const address = new URL(owner.url);
  Object.assign(address, { username: role, password: 'server' });
  url = address.href;
  opened = await openPostgres({ url, migrateUrl: owner.url, log: silentLog });
});
afterAll(async () => {
  await opened.close();
  await asOwner(`drop owned by ${role}; drop role ${role}`);
  await owner.close();
});

it('the role of the server does all that a shop, its operator and time ask for', async () => {
  const server = await startTestServer('postgres', {
    database: { ...opened, url },
    config: { demo: true },
  });
  await announceTerms(server.deps);
  await fillDatabase(server);
  server.clock.advance(30 * 86_400_000);
  await runDue(server.deps);
  const user = await server.addUser();
  await server.fund(user.shopId, 5n * UNITS);
  await decide(server.deps, 'anchor', {}, 'nour');
  expect((await audit(opened.db)).findings).toEqual([]);
  await server.close();
}, 60_000);

it.each([
  `update entries set amount = amount`,
  `update transactions set reason = 'gift'`,
  `delete from entries`,
  `truncate entries`,
  `update accounts set overdraft = true`,
  `delete from accounts`,
  `delete from ledger_heads`,
  `update statements set facts = ''`,
  `delete from decision_log`,
  `delete from withdrawals`,
  `delete from anchors`,
])('the role of the server has no right to: %s', async (statement) => {
  const failure = await opened.db.execute(sql.raw(statement)).catch((error: unknown) => error);
  expect(sqlState(failure)).toBe('42501');
});

it.each([
  'alter table entries disable trigger entries_append_only',
  'drop trigger entries_append_only on entries',
  'set session_replication_role = replica',
])('the role of the server has no right to: %s', async (statement) => {
  const failure = await opened.db.execute(sql.raw(statement)).catch((error: unknown) => error);
  expect(sqlState(failure)).toBe('42501');
});

it('a server with a role that can do more does not start, and says how to mend it', async () => {
  const more = `${role}_more`;
  await asOwner(`create role ${more} superuser login`);
  const address = Object.assign(new URL(owner.url), { username: more });
  const started = openPostgres({ url: address.href, migrateUrl: owner.url, log: silentLog });
  await expect(started).rejects.toThrow(
    new RegExp(
      `^The role ${more} of DATABASE_URL may change or delete rows of accounts\\. Make a role that owns nothing and is no superuser \\(create role`,
    ),
  );
  await asOwner(`drop owned by ${more}; drop role ${more}`);
});

/** Starts a server and stops it; returns what it logged about the rights of its role. */
const loggedOfRole = async (env: Record<string, string>) => {
  const logged: [string, LogFields?][] = [];
  const log: Log = { info: (...line) => void logged.push(line), error() {} };
  const started = await startServer(readConfig({ PORT: '0', SOUK_DEMO: '0', ...env }), log);
  await started.stop();
  expect(logged.map(([event]) => event)).toContain('anchor');
  return logged.filter(([event]) => event.includes('role'));
};

it('a start with one role for both says that it may change postings, and how to give the server its own', async () => {
  expect(await loggedOfRole({ DATABASE_URL: owner.url })).toEqual([
    ['the role of DATABASE_URL may change postings', { setting: 'SOUK_MIGRATE_URL' }],
  ]);
});

it('a start with two roles says nothing of them', async () => {
  expect(await loggedOfRole({ DATABASE_URL: url, SOUK_MIGRATE_URL: owner.url })).toEqual([]);
});

it('a start on the embedded database says that it has one role', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'souk-one-role-'));
  expect(await loggedOfRole({ SOUK_DATA: dataDir })).toEqual([
    ['the embedded database has one role, which may change postings'],
  ]);
  rmSync(dataDir, { recursive: true });
});

const namesBy = async (query: SQL): Promise<string[]> => {
  const found = await queryRows<{ name: string }>(opened.db, query);
  return found.map(({ name }) => name).sort();
};
const tablesWithout = (right: SQL) =>
  namesBy(sql`select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not ${right}`);
const tablesWithTrigger = (suffix: string) =>
  namesBy(sql`select c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = c.relname || ${suffix}::text`);

it('the role of the server may change rows of every table but those that refuse every change by a trigger', async () => {
  const appendOnly = await tablesWithTrigger('_append_only');
  expect(appendOnly.length).toBeGreaterThan(10);
  expect(await tablesWithout(sql`has_any_column_privilege(oid, 'update')`)).toEqual(appendOnly);
});

it('the role of the server may delete rows of every table but those that refuse it by a trigger', async () => {
  const kept = await tablesWithTrigger('_kept');
  expect(kept.length).toBeGreaterThan(10);
  const appendOnly = await tablesWithTrigger('_append_only');
  expect(await tablesWithout(sql`has_table_privilege(oid, 'delete')`)).toEqual(
    [...appendOnly, ...kept].sort(),
  );
});
