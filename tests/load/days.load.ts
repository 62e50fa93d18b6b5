import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { type Market, marketRound, openMarket } from '../../src/server/demo/market.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import { hour } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { tidy } from '../../src/server/start.ts';
import { demoSignIn } from '../harness/demo.ts';
import { payPassword, startTestServer, type TestServer } from '../harness/server.ts';
import { reads } from './shots.ts';

const days = Number(process.env.DAYS ?? 40);
const requests = Number(process.env.REQUESTS ?? 200 * days);
/** Days without a visitor until buyers stay away; after them the demo is watched for as many again. */
const untilQuiet = 90;
const config = { ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '1' }), passwordCost: 16 };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Reading {
  /** Bytes of live objects in this process. */
  heap: number;
  /** Bytes of the tables with their indexes. */
  bytes: number;
  orders: number;
}

interface World {
  server: TestServer;
  market: Market;
  shopId: string;
}

/** Lets one day pass: what is due and the market every hour, and what is old is deleted, as a server does. */
async function liveDay({ server, market }: World): Promise<void> {
  const { deps, clock } = server;
  for (let passed = 0; passed < 24; passed++) {
    clock.advance(hour);
    await runDue(deps);
    await marketRound(deps, market);
  }
  await tidy(deps);
}

interface Listed {
  list: { id: string; orderId: string }[];
}

/** Plays the merchant's day: signs in, pays what waits, agrees to complaints, and reads. */
async function workDay({ server, shopId }: World, count: number): Promise<void> {
  const { data } = await server.call<{ token: string }>('POST /login', demoSignIn);
  const call = async <T>(name: string, input: object = {}, key?: string) => {
    const answer = await server.call<T>(name, input, { token: data.token, ...(key && { key }) });
    expect([name, answer.code, answer.msg]).toEqual([name, codes.ok, expect.anything()]);
    return answer.data;
  };
  const { list: waiting } = await call<Listed>('POST /v1/order/list', {
    status: 'pending_payment',
    limit: 50,
  });
  for (const { id } of waiting) {
    const payment = { orderIds: [id], payPassword };
    const { code } = await server.call('POST /v1/order/pay', payment, {
      token: data.token,
      key: crypto.randomUUID(),
    });
    if (code !== codes.insufficientBalance) expect(code).toBe(codes.ok);
    else await server.fund(shopId, 1_000n * UNITS);
  }
  const complaints = await queryRows<{ id: string }>(
    server.deps.db,
    sql`select id from after_sale_cases where shop_id = ${shopId} and state = 'merchant_due'`,
  );
  for (const { id } of complaints)
    await call('POST /v1/order/after-sale', { caseId: id, answer: 'approve' }, crypto.randomUUID());
  // As a page asks for all that it shows at once.
  for (let read = 0; read < count; read += reads.length)
    await Promise.all(reads.slice(0, count - read).map(([path, input]) => call(`POST ${path}`, input)));
}

async function readingOf({ server }: World): Promise<Reading> {
  // What a running PostgreSQL does by itself, here at a time that is the same in each run.
  await server.deps.db.execute(sql`vacuum`);
  const [found] = await queryRows<{ bytes: string; orders: string }>(
    server.deps.db,
    sql`select sum(pg_total_relation_size(oid))::text as bytes, (select count(*)::text from orders) as orders
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  collectGarbage();
  return {
    heap: process.memoryUsage().heapUsed,
    bytes: Number(found?.bytes),
    orders: Number(found?.orders),
  };
}

const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
const say = (text: string) => process.stdout.write(`${text}\n`);

interface Quarter {
  heap: number;
  /** Bytes that the database grew by, for each of its days and orders. */
  aDay: number;
  anOrder: number;
}

/** Prints and returns what a quarter of the days took. */
function printQuarter(name: string, readings: Reading[], length: number): Quarter {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) throw new Error('a quarter has readings');
  const heap = mean(readings.map((one) => one.heap));
  const [bytes, orders] = [last.bytes - first.bytes, last.orders - first.orders];
  const [aDay, anOrder] = [bytes / length, bytes / orders];
  say(
    `${name.padEnd(10)}${(heap / 1e6).toFixed(2).padStart(10)} MB live${(aDay / 1000).toFixed(1).padStart(10)} kB a day` +
      `${(anOrder / 1000).toFixed(1).padStart(10)} kB an order${String(orders).padStart(10)} orders`,
  );
  return { heap, aDay, anOrder };
}

it(`keeps the demo for ${days} days and ${requests} requests, and lets it rest without visitors`, async () => {
  const server = await startTestServer('postgres', { config, log: silentLog });
  await seedDemo(server.deps);
  const [shop] = await queryRows<{ id: string }>(server.deps.db, sql`select id from shops where demo`);
  const world: World = { server, market: openMarket(server.deps), shopId: shop?.id ?? '' };
  const quarter = Math.floor(days / 4);
  const step = Math.max(1, Math.floor(quarter / 10));
  const quarters: Quarter[] = [];
  say('');
  for (let number = 1; number <= 4; number++) {
    const readings = [await readingOf(world)];
    for (let day = 1; day <= quarter; day++) {
      await workDay(world, Math.ceil(requests / (quarter * 4)));
      await liveDay(world);
      if (day % step === 0 || day === quarter) readings.push(await readingOf(world));
    }
    quarters.push(printQuarter(`quarter ${number}`, readings, quarter));
  }
  const [first, , third, last] = quarters;
  if (!first || !third || !last) throw new Error('there are four quarters');
  const growth = last.heap / third.heap;
  say(`The last quarter's heap is ${growth.toFixed(3)} of the third's.`);

  for (let day = 0; day < untilQuiet; day++) await liveDay(world);
  const left = await readingOf(world);
  for (let day = 0; day < untilQuiet; day++) await liveDay(world);
  const rested = await readingOf(world);
  say(
    `${untilQuiet} days after the last visit the demo has ${left.orders} orders, as long after that ${rested.orders}, and ` +
      `grows by ${((rested.bytes - left.bytes) / untilQuiet / 1000).toFixed(2)} kB a day.`,
  );
  expect(growth).toBeLessThanOrEqual(1.05);
  expect(last.aDay).toBeLessThanOrEqual(1.05 * first.aDay);
  expect(last.anOrder).toBeLessThanOrEqual(1.05 * first.anOrder);
  expect(rested.orders).toBe(left.orders);
  await server.close();
}, 21_600_000);
