import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { type OpenDatabase, queryRows } from '../../src/server/platform/database/db.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import type { Log } from '../../src/server/platform/log.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { placeHold } from '../../src/server/shops/restrictions/holds.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { type BuiltServer, buildServer, type ServerProcess } from '../harness/processes.ts';
import { password, payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

const many = 12;

/** Orders and holds with dates that have passed by every clock but the test's own. */
const leaveWork = async (server: TestServer, user: TestUser, goodsId: string): Promise<void> => {
  for (const status of ['pending_payment', 'to_be_shipped', 'to_be_accepted'] as const) {
    for (let n = 0; n < many; n++) await drive(server, await place(server, user, goodsId), status);
  }
  const reasons = { facts: 'A buyer asked their bank.', rule: 'Money in dispute is held.', actor: 'test' };
  const hold = {
    shopId: user.shopId,
    amount: UNITS,
    reasonCode: 'dispute' as const,
    ref: 'case',
    ...reasons,
  };
  for (let n = 0; n < many; n++) {
    await inTransaction(server.deps.db, (tx) =>
      placeHold({ ...server.deps, db: tx }, { ...hold, reviewDays: 1 }),
    );
  }
};

const counted = async ({ db }: OpenDatabase, what: ReturnType<typeof sql>) => {
  const found = await queryRows<{ what: string; n: string }>(db, what);
  return Object.fromEntries(found.map((row) => [row.what, Number(row.n)]));
};

/** How often each thing was done, and to how many: the same number where nothing was done twice. */
const eventsOf = (database: OpenDatabase) =>
  counted(
    database,
    sql`select event || ' of ' || count(distinct order_id)::text as what, count(*)::text as n from order_events
        where actor = 'system' group by event`,
  );
const releasesOf = (database: OpenDatabase) =>
  counted(
    database,
    sql`select kind as what, count(*)::text as n from transactions where kind = 'hold_release' group by kind`,
  );
const duplicateNotices = (database: OpenDatabase) =>
  counted(
    database,
    sql`select kind || ' ' || link as what, count(*)::text as n from notices where link like '/order?id=%'
        group by kind, link having count(*) > 1`,
  );
const leftOver = async ({ db }: OpenDatabase): Promise<number> => {
  const [row] = await queryRows<{ n: string }>(
    db,
    sql`select ((select count(*) from orders where due_at <= now()) + (select count(*) from holds where released_at is null))::text as n`,
  );
  return Number(row?.n);
};

const allDone = (times: number) => ({
  [`expire of ${times * many}`]: times * many,
  [`overdue of ${times * many}`]: times * many,
  [`auto_accept of ${times * many}`]: times * many,
});

describe('two servers on one PostgreSQL', () => {
  let built: BuiltServer;
  let database: TestDatabase;
  let server: TestServer;
  let user: TestUser;
  let goodsId: string;
  let pair: ServerProcess[];
  let urls: string[];

  const send = async <T>(url: string | undefined, path: string, input: object, headers = {}) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    const text = await answer.text();
    return { text, ...(JSON.parse(text) as { code: number; data: T }) };
  };
  const signIn = async () => {
    const { data } = await send<{ token: string }>(urls[0], '/login', { username: user.username, password });
    return data.token;
  };

  beforeAll(async () => {
    built = await buildServer();
    database = await openTestDatabase('postgres');
    server = await startTestServer('postgres', { database });
    user = await server.addUser();
    await server.fund(user.shopId, 1_000n * UNITS);
    goodsId = (await addListed(server, user)).id;
    await leaveWork(server, user, goodsId);
    pair = [1, 2].map(() => built.run('main', { DATABASE_URL: database.url }));
    urls = await Promise.all(pair.map(({ ready }) => ready));
  });
  afterAll(async () => {
    for (const { child, ended } of pair) {
      child.kill('SIGKILL');
      await ended;
    }
    await server.close();
    await database.close();
  });

  it('do what is due once, all of it, from one of the two', async () => {
    await expect.poll(() => leftOver(database), { timeout: 30_000 }).toBe(0);
    expect(await eventsOf(database)).toEqual(allDone(1));
    expect(await releasesOf(database)).toEqual({ hold_release: many });
    expect(await duplicateNotices(database)).toEqual({});
    expect(pair.map(({ output }) => /"event":"leadership gained"/.test(output())).sort()).toEqual([
      false,
      true,
    ]);
  });

  it('know a session that the other has opened, and its end', async () => {
    const token = await signIn();
    const [, other] = urls;
    const authorization = { authorization: token };
    expect(await send(other, '/v1/user/wallet', {}, authorization)).toMatchObject({ code: codes.ok });
    await send(urls[0], '/logout', {}, authorization);
    expect(await send(other, '/v1/user/wallet', {}, authorization)).toMatchObject({
      code: codes.noAuthentication,
    });
  });

  it('pay an order once for one key that reaches both at once', async () => {
    const authorization = await signIn();
    const { id } = await place(server, user, goodsId, { wallet: 'held_until_delivery' });
    // Its date has passed for a real clock: the work of the clock must not end it first.
    await database.db.execute(sql`update orders set due_at = now() + interval '1 day' where id = ${id}`);
    const headers = { authorization, 'idempotency-key': randomUUID() };
    const pay = (n: number) => send(urls[n % 2], '/v1/order/pay', { orderIds: [id], payPassword }, headers);
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => pay(n)));
    const final = [await pay(0), await pay(1)];
    for (const { code } of replies) expect([codes.ok, codes.operationBusy]).toContain(code);
    expect(final.map(({ code }) => code)).toEqual([codes.ok, codes.ok]);
    expect(final[0]?.text).toBe(final[1]?.text);
    const paid = sql`select 'paid' as what, count(*)::text as n from transactions where kind = 'order_pay' and ref = ${id}`;
    expect(await counted(database, paid)).toEqual({ paid: 1 });
  });

  it("count a day's quota together", async () => {
    const authorization = await signIn();
    const call = <T>(n: number, path: string, input: object) =>
      send<T>(urls[n % 2], path, input, { authorization, 'idempotency-key': randomUUID() });
    for (let n = 0; n < 14; n++) await addListed(server, user);
    const { data } = await call<{ list: { id: string }[] }>(0, '/v1/showcase/list', { status: 'listed' });
    const removals = data.list.map(({ id }, n) =>
      call<{ removed: unknown[] }>(n, '/v1/showcase/del', { ids: [id] }),
    );
    const answers = await Promise.all(removals);
    const removed = answers.filter(({ code }) => code === codes.ok).length;
    expect([data.list.length > 10, removed]).toEqual([true, 10]);
  });

  it('lock a payment password after five wrong ones between them', async () => {
    const authorization = await signIn();
    const attempt = (n: number) =>
      send<{ reason?: string }>(
        urls[n % 2],
        '/v1/order/pay',
        { orderIds: ['ord_none'], payPassword: '908070' },
        { authorization },
      );
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await attempt(n));
    expect(answers.map(({ data }) => data.reason ?? null)).toEqual([
      null,
      null,
      null,
      null,
      'locked',
      'locked',
    ]);
  });

  it('go on when the one that does the due work is killed', async () => {
    const leading = pair.findIndex(({ output }) => /"event":"leadership gained"/.test(output()));
    const other = pair[1 - leading];
    // Held meanwhile: it could lead at once, and would do what has only been begun.
    other?.child.kill('SIGSTOP');
    pair[leading]?.child.kill('SIGKILL');
    // The listing may have been one of those that were taken away.
    await leaveWork(server, user, (await addListed(server, user)).id);
    other?.child.kill('SIGCONT');
    await expect.poll(() => leftOver(database), { timeout: 30_000 }).toBe(0);
    expect(other?.output()).toContain('"event":"leadership gained"');
    expect(await eventsOf(database)).toEqual(allDone(2));
    expect(await releasesOf(database)).toEqual({ hold_release: 2 * many });
    expect((await audit(database.db)).findings).toEqual([]);
  });
});

it('two rounds at once, as when the leader changes, do nothing twice and fail nowhere', async () => {
  const faults: string[] = [];
  const log: Log = { info() {}, error: (event, error) => void faults.push(`${event}: ${error}`) };
  const server = await startTestServer('postgres', { log });
  const user = await server.addUser();
  await server.fund(user.shopId, 100n * UNITS);
  await leaveWork(server, user, (await addListed(server, user)).id);
  const other = await openPostgres({ url: server.database.url, log });
  const clock = { now: () => new Date() };
  const both = [server.database, other].map(({ db }) => ({ ...server.deps, db, clock, log }));
  await Promise.all([...both, ...both].map((deps) => runDue(deps)));
  await Promise.all(both.map((deps) => runDue(deps)));
  expect(await leftOver(other)).toBe(0);
  expect(await eventsOf(other)).toEqual(allDone(1));
  expect(await releasesOf(other)).toEqual({ hold_release: many });
  expect(await duplicateNotices(other)).toEqual({});
  expect(faults).toEqual([]);
  expect((await audit(other.db)).findings).toEqual([]);
  await other.close();
  await server.close();
});

describe('two demos on one PostgreSQL', () => {
  it('start at once with one history and one market', async () => {
    const built = await buildServer();
    const database = await openTestDatabase('postgres');
    const env = { DATABASE_URL: database.url, SOUK_DEMO: '1' };
    const pair = [1, 2].map(() => built.run('main', env));
    await Promise.all(pair.map(({ ready }) => ready));
    const shops = sql`select 'shops' as what, count(*)::text as n from shops union all select 'users', count(*)::text from users`;
    expect(await counted(database, shops)).toEqual({ shops: 1, users: 2 });
    expect(pair.map(({ output }) => /"event":"leadership gained"/.test(output())).sort()).toEqual([
      false,
      true,
    ]);
    for (const { child, ended } of pair) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
    await database.close();
  });
});
