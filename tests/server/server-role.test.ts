import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/ledger/audit.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import type { OpenDatabase } from '../../src/server/platform/database/db.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { isGuarded } from '../../src/server/platform/database/server-role.ts';
import { sqlState } from '../../src/server/platform/database/sql-state.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { announceTerms } from '../../src/server/shops/terms/announce-terms.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { startTestServer } from '../harness/server.ts';
import { fillDatabase } from './shipped/fill.ts';

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

it('one role for both is known as such', async () => {
  const one = await openPostgres({ url: owner.url, migrateUrl: owner.url, log: silentLog });
  expect([await isGuarded(one.db), await isGuarded(opened.db)]).toEqual([false, true]);
  await one.close();
});
