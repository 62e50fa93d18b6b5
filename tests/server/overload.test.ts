import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { minute } from '../../src/server/platform/clock.ts';
import type { Database } from '../../src/server/platform/database/db.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { isUnavailable } from '../../src/server/platform/database/sql-state.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import type { Log } from '../../src/server/platform/log.ts';
import { shopDeltas } from '../../src/server/schema/figures.ts';
import { countsOf } from '../../src/server/shops/figures/read-counts.ts';
import { addCredit } from '../../src/server/shops/shop/credit.ts';
import { kinds } from '../harness/database.ts';
import { payingHandlers } from '../harness/paying.ts';
import { blocksRead, plansWithin } from '../harness/query-plans.ts';
import { payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

const pay = payingHandlers['POST /v1/order/pay'];

// What the database answers is the database's own: the statement below ends as its code says.
const fail = (tx: Database, code: string) =>
  tx.execute(sql.raw(`do $$ begin raise exception 'as it happens' using errcode = '${code}'; end $$`));

describe.each(kinds)('a movement that the database turns away on %s', (kind) => {
  let server: TestServer;
  const lines: object[] = [];
  const log: Log = { info() {}, error: (event, _, fields) => void lines.push({ event, ...fields }) };
  let user: TestUser;
  let tries = 0;
  let plan: string[] = [];
  const send = () =>
    server.call('POST /v1/order/pay', { orderIds: ['order_1'], payPassword }, { token: user.token });

  beforeAll(async () => {
    const handlers = {
      'POST /v1/order/pay': async (...[context, input]: Parameters<typeof pay>) => {
        const done = await pay(context, input);
        const code = plan[tries++];
        if (code) await fail(context.db, code);
        return done;
      },
    };
    server = await startTestServer(kind, { handlers, log });
    user = await server.addUser();
    await server.fund(user.shopId, 10n * UNITS);
  });
  afterAll(() => server.close());
  afterEach(() => {
    tries = 0;
    plan = [];
    lines.length = 0;
  });

  it.each(['40001', '40P01'])('is tried again after %s, and done once', async (code) => {
    const before = await user.held('available');
    plan = Array(4).fill(code);
    expect(await send()).toMatchObject({ status: 200, code: codes.ok });
    expect(tries).toBe(5);
    expect(await user.held('available')).toBe(before - UNITS);
  });

  it.each(['40001', '40P01'])('is answered as busy after five tries that ended in %s', async (code) => {
    const before = await user.held('available');
    plan = Array(6).fill(code);
    expect(await send()).toMatchObject({ status: 200, code: codes.operationBusy, data: { retryAfter: 1 } });
    expect(tries).toBe(5);
    expect(await user.held('available')).toBe(before);
  });

  it.each(['55P03', '57014', '53100', '53200', '53300', '57P01'])(
    'is answered with when to come back, once, after %s',
    async (code) => {
      const before = await user.held('available');
      plan = [code];
      expect(await send()).toMatchObject({ status: 200, code: codes.systemBusy, data: { retryAfter: 2 } });
      expect(tries).toBe(1);
      expect(await user.held('available')).toBe(before);
      expect(lines).toEqual([{ event: 'unavailable', kind: code, count: 1 }]);
    },
  );

  it('is logged once a minute and kind, with how often it was met: busy is all that its sender reads', async () => {
    const diskFull = '53100';
    const sendMany = async (times: number) => {
      plan = Array(tries + times).fill(diskFull);
      for (let n = 0; n < times; n++) await send();
    };
    server.clock.advance(minute);
    await sendMany(3);
    server.clock.advance(minute - 1);
    await sendMany(1);
    expect(lines).toEqual([{ event: 'unavailable', kind: diskFull, count: 2 }]);
    server.clock.advance(1);
    await sendMany(1);
    expect(lines.slice(1)).toEqual([{ event: 'unavailable', kind: diskFull, count: 6 }]);
  });
});

describe('more requests than a server takes', () => {
  it('are answered at once as busy, and the others are carried out', async () => {
    let open = () => {};
    const wait = new Promise<void>((resolve) => {
      open = resolve;
    });
    const handlers = { 'GET /v1/operator': () => wait.then(() => ({ brands: [] }) as never) };
    const server = await startTestServer('postgres', {
      handlers,
      config: { concurrencyLimit: 3 },
      log: { info() {}, error() {} },
    });
    const inside = Array.from({ length: 3 }, () => server.call('GET /v1/operator'));
    const beyond = await server.call('GET /v1/operator');
    expect(beyond).toMatchObject({
      status: 200,
      code: codes.systemBusy,
      data: { reason: 'too_many_at_once', retryAfter: 1 },
    });
    open();
    await Promise.all(inside);
    expect((await server.call('GET /v1/operator')).code).not.toBe(codes.systemBusy);
    await server.close();
  });
});

describe('a pool of two connections', () => {
  const faults: string[] = [];
  const log: Log = { info() {}, error: (event, error) => void faults.push(`${event}: ${error}`) };

  it('a pool of two connections that are both taken is answered as busy, never as a fault', async () => {
    const whole = await startTestServer('postgres', { log });
    const user = await whole.addUser();
    const url = whole.database.url;
    const small = await openPostgres({ url, log, connections: 2, connectionTimeout: 300 });
    const server = await startTestServer('postgres', { log, database: { ...small, url } });
    const taken = [1, 2].map(() => small.db.transaction((tx) => tx.execute(sql`select pg_sleep(1)`)));
    await pause(50);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.call('POST /v1/user/wallet', {}, { token: user.token })),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, code: codes.systemBusy });
    await Promise.all(taken);
    expect((await server.call('POST /v1/user/wallet', {}, { token: user.token })).code).toBe(codes.ok);
    expect(faults).toEqual([expect.stringMatching(/^unavailable: /)]);
    await server.close();
    await small.close();
    await whole.close();
  });
});

describe('changes of figures that wait', () => {
  const most = 1_000;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer('postgres');
  });
  afterAll(() => server.close());

  const addUserWith = async (waiting: number): Promise<TestUser> => {
    const user = await server.addUser();
    await server.deps.db.execute(sql`insert into shop_deltas (shop_id, name, value)
      select ${user.shopId}, 'visits', 1 from generate_series(1, ${waiting}::int)`);
    return user;
  };
  /** Asks for a shop in which so many changes wait, and returns how many wait still. */
  const leftOf = async (waiting: number, name: string, input: object): Promise<number> => {
    const { shopId, token } = await addUserWith(waiting);
    expect((await server.call(name, input, { token })).code).toBe(codes.ok);
    return server.deps.db.$count(shopDeltas, eq(shopDeltas.shopId, shopId));
  };

  it.each([
    ['POST /v1/user/wallet', {}],
    ['POST /v1/home/stat', {}],
    ['POST /v1/home/stat_line', { metric: 'clicks', range: 'week' }],
    ['POST /v1/order/list', {}],
    ['POST /v1/notify/check', {}],
    ['POST /v1/showcase/list', {}],
    ['POST /v1/store/info', {}],
    ['GET /v1/shop/info', {}],
    ['GET /v1/order-comment', {}],
  ])('are folded by %s where they are more than a reader adds up', async (name, input) => {
    expect(await leftOf(most + 1, name, input)).toBe(0);
  });

  it('are left to the due work where a reader adds them up', async () => {
    expect(await leftOf(most, 'POST /v1/home/stat', {})).toBe(most);
  });

  it('cost a change of the score nothing, however many they are', async () => {
    const blocksOf = async (waiting: number) => {
      const { shopId } = await addUserWith(waiting);
      const { deps } = server;
      const plans = await plansWithin(() =>
        inTransaction(deps.db, (db) => addCredit({ ...deps, db }, { shopId, no: 'SK-1' }, 'release')),
      );
      return plans.reduce((sum, plan) => sum + blocksRead(plan), 0);
    };
    const few = await blocksOf(1);
    expect(few).toBeGreaterThan(0);
    expect(await blocksOf(10 * most)).toBeLessThanOrEqual(few + 5);
  });

  it('are added up, however many, in a transaction that may not write', async () => {
    const { shopId } = await addUserWith(most + 1);
    const counts = await server.deps.db.transaction((tx) => countsOf(tx, shopId, ['visits']), {
      accessMode: 'read only',
    });
    expect(counts.get('visits')).toBe(BigInt(most + 1));
  });
});

it('a database without a machine behind its name is temporarily unavailable', async () => {
  const pool = new pg.Pool({ host: 'database.invalid' });
  const failed: unknown = await drizzle(pool)
    .execute(sql`select 1`)
    .catch((error) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(isUnavailable(failed)).toBe(true);
  await pool.end();
});

describe('a connection that breaks on commit', () => {
  it('leaves the outcome open: the answer does not invite to pay again', async () => {
    const log: Log = { info() {}, error() {} };
    const server = await startTestServer('postgres', {
      log,
      handlers: {
        'POST /v1/order/pay': async (...[context, input]: Parameters<typeof pay>) => {
          const done = await pay(context, input);
          // Ended while it commits: a deferred trigger is the last thing that runs, and ends its own session.
          await context.db.execute(sql`create function end_session() returns trigger language plpgsql as $$
            begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
          await context.db.execute(sql`create constraint trigger last_thing after update on ledger_heads
            deferrable initially deferred for each row execute function end_session()`);
          await context.db.execute(sql`update ledger_heads set chain = chain`);
          return done;
        },
      },
    });
    const user = await server.addUser();
    await server.fund(user.shopId, UNITS);
    const answer = await server.call(
      'POST /v1/order/pay',
      { orderIds: ['order_1'], payPassword },
      { token: user.token },
    );
    expect(answer).toMatchObject({ code: codes.operationBusy, data: { reason: 'outcome_unknown' } });
    await server.close();
  });
});
