import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { migrationLock } from '../../src/server/platform/database/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { addListed, place } from '../harness/market.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';
import { password, payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

let built: BuiltServer;
let database: TestDatabase;
let server: TestServer;
let user: TestUser;
let goodsId: string;
const data = mkdtempSync(join(tmpdir(), 'souk-stopping-'));

beforeAll(async () => {
  built = await buildServer();
  database = await openTestDatabase('postgres');
  server = await startTestServer('postgres', { database, start: new Date().toISOString() });
  user = await server.addUser();
  await server.fund(user.shopId, 100n * UNITS);
  goodsId = (await addListed(server, user)).id;
});
afterAll(async () => {
  await server.close();
  await database.close();
  rmSync(data, { recursive: true, force: true });
});

const ask = async (url: string, path: string) => {
  const answer = await fetch(`${url}${path}`);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const signIn = async (url: string): Promise<string> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username: user.username, password });
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers, body });
  return ((await answer.json()) as { data: { token: string } }).data.token;
};

/** Locks a row until it is released: other transactions that need it wait. */
const holding = async (statement: string) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return () => client.query('rollback').finally(() => client.end());
};
const waiting = async () => {
  const [row] = await queryRows<{ n: string }>(
    database.db,
    sql`select count(*)::text as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number(row?.n);
};

describe('a server that gets SIGTERM', () => {
  it('says so, answers what is under way, takes nothing new, and ends with 0', async () => {
    const running = built.run('main', { DATABASE_URL: database.url, SOUK_DRAIN_SECONDS: '2' });
    const url = await running.ready;
    expect(await ask(url, '/readyz')).toEqual({ status: 200, body: { ready: true } });
    const authorization = await signIn(url);
    const { id } = await place(server, user, goodsId, { wallet: 'held_until_delivery' });
    const letGo = await holding('select * from ledger_heads for update');
    const paying = fetch(`${url}/api/v1/order/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ orderIds: [id], payPassword }),
    });
    await expect.poll(waiting).toBe(1);
    running.child.kill('SIGTERM');
    await expect.poll(async () => (await ask(url, '/readyz')).status).toBe(503);
    expect(await ask(url, '/readyz')).toEqual({ status: 503, body: { ready: false, reason: 'draining' } });
    expect(await ask(url, '/healthz')).toEqual({ status: 200, body: { ok: true } });
    // Long enough for the drain to be over: the payment keeps the server running, and it accepts no other request.
    await expect
      .poll(
        () =>
          ask(url, '/healthz').then(
            () => 'taken',
            () => 'refused',
          ),
        { timeout: 10_000 },
      )
      .toBe('refused');
    expect(running.child.exitCode).toBeNull();
    await letGo();
    const paid = await paying;
    expect(paid.headers.get('connection')).toBe('close');
    expect(await paid.json()).toMatchObject({ code: codes.ok });
    expect(await running.ended).toBe(0);
    expect((await audit(database.db)).findings).toEqual([]);
  });

  // While one waits the other works, on a separate database.
  it.concurrent('does not wait for ever: what hangs is rolled back, and it ends', async () => {
    const running = built.run('main', { DATABASE_URL: database.url });
    const url = await running.ready;
    const authorization = await signIn(url);
    const { id } = await place(server, user, goodsId, { wallet: 'held_until_delivery' });
    const letGo = await holding(`select * from orders where id = '${id}' for update`);
    const paying = fetch(`${url}/api/v1/order/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ orderIds: [id], payPassword }),
    }).then(
      (answer) => answer.json(),
      () => ({ code: 'cut off' }),
    );
    await expect.poll(waiting).toBe(1);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect([codes.systemBusy, 'cut off']).toContain(((await paying) as { code: unknown }).code);
    await letGo();
    const [order] = await queryRows<{ status: string }>(
      database.db,
      sql`select status from orders where id = ${id}`,
    );
    expect(order).toEqual({ status: 'pending_payment' });
  });

  it.concurrent('leaves an embedded database whole', async () => {
    const env = { SOUK_DATA: data, SOUK_DEMO: '1' };
    const running = built.run('main', env);
    await running.ready;
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    const audited = built.run('audit-cli', env);
    expect(await audited.ended).toBe(0);
    expect(audited.output()).toContain('0 findings.');
  });
});

describe('a server that has yet to migrate', () => {
  it('listens, lives, is not ready, and tells callers to come back', async () => {
    // Another starter migrates: the lock is the one that migrations take turns by.
    const letGo = await holding(`select pg_advisory_lock(${migrationLock})`);
    // A fixed port, since a server says its address only once it is ready.
    const running = built.run('main', { DATABASE_URL: database.url, PORT: '18351' });
    const url = 'http://127.0.0.1:18351';
    await expect.poll(() => ask(url, '/healthz').catch(() => null), { timeout: 10_000 }).not.toBeNull();
    expect(await ask(url, '/readyz')).toEqual({ status: 503, body: { ready: false, reason: 'starting' } });
    expect(await ask(url, '/api/v1/operator')).toMatchObject({
      status: 200,
      body: { code: codes.systemBusy, data: { reason: 'starting', retryAfter: 2 } },
    });
    const page = await fetch(`${url}/shopCenter`);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
    expect(running.output()).toBe('');
    await letGo();
    expect(await running.ready).toBe(url);
    expect((await ask(url, '/readyz')).status).toBe(200);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
  });
});

describe('a server that has lost its database', () => {
  it('lives, is not ready, answers that it is busy, and comes back by itself', async () => {
    const running = built.run('main', { DATABASE_URL: database.url });
    const url = await running.ready;
    const name = new URL(database.url).pathname.slice(1);
    const admin = new pg.Client({ connectionString: database.url.replace(name, 'postgres') });
    await admin.connect();
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = ''`,
    );
    await expect.poll(async () => (await ask(url, '/readyz')).status).toBe(503);
    expect((await ask(url, '/readyz')).body).toEqual({ ready: false, reason: 'database' });
    expect((await ask(url, '/healthz')).status).toBe(200);
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
    await expect.poll(async () => (await ask(url, '/readyz')).status, { timeout: 10_000 }).toBe(200);
    await expect.poll(running.output, { timeout: 10_000 }).toMatch(/leadership lost[\s\S]*leadership gained/);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
  });
});
