import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { day } from '../../src/server/platform/clock.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { addListed, drive, type GoodsRow, place } from '../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { cpuOfPostgres } from './usage.ts';

const orders = Number(process.env.ORDERS ?? 500);

let server: TestServer;
let user: TestUser;
let goods: GoodsRow;

beforeAll(async () => {
  server = await startTestServer('postgres');
  user = await server.addUser();
  await server.fund(user.shopId, 1_000_000n * UNITS);
  goods = await addListed(server, user);
});
afterAll(() => server.close());

const bytes = async (): Promise<Map<string, number>> => {
  const found = await queryRows<{ table: string; bytes: string }>(
    server.deps.db,
    sql`select relname::text as table, pg_total_relation_size(oid)::text as bytes from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(found.map((row) => [row.table, Number(row.bytes)]));
};
const say = (text: string) => process.stdout.write(`${text}\n`);

it(`keeps ${orders} orders from the payment of the buyer to their end`, async () => {
  const before = await bytes();
  for (let n = 0; n < orders; n++)
    await drive(server, await place(server, user, goods.id), 'waiting_for_withdrawal');
  const grown = [...(await bytes())]
    .map(([table, size]) => ({ table, size: (size - (before.get(table) ?? 0)) / orders }))
    .filter(({ size }) => size >= 50)
    .sort((a, b) => b.size - a.size);
  const whole = grown.reduce((sum, { size }) => sum + size, 0);
  say(
    `\nAn order with its history, postings and notices takes ${(whole / 1000).toFixed(1)} kB with its indexes:`,
  );
  for (const { table, size } of grown) say(`${table.padEnd(24)}${size.toFixed(0).padStart(8)} bytes`);
});

/** Returns what some work computes for each of so many times, in milliseconds, and how long each takes. */
const costOf = async (times: number, work: () => Promise<unknown>) => {
  const began = { at: performance.now(), cpu: process.cpuUsage(), postgres: cpuOfPostgres() };
  await work();
  const { user: own, system } = process.cpuUsage(began.cpu);
  return {
    took: (performance.now() - began.at) / times,
    souk: (own + system) / 1000 / times,
    postgres: (cpuOfPostgres() - began.postgres) / times,
  };
};
type Cost = Awaited<ReturnType<typeof costOf>>;

const times = (cost: number, unit: number) =>
  `${cost.toFixed(1)} ms, ${(cost / unit).toFixed(2)} times a page`;
const sayCost = (what: string, cost: Cost, page: Cost) =>
  say(
    `${what}: Souk computes ${times(cost.souk, page.souk)}; PostgreSQL ${times(cost.postgres, page.postgres)}.`,
  );

it(`does the due work of ${orders} orders in one process, beside a page of orders that is read`, async () => {
  for (let n = 0; n < orders; n++) await place(server, user, goods.id, { wallet: 'held_until_delivery' });
  const page = await costOf(orders, async () => {
    for (let n = 0; n < orders; n++) await server.call('POST /v1/order/list', {}, { token: user.token });
  });
  const { timing } = server.deps.config;
  server.clock.advance(timing.payBy + day);
  const due = await costOf(orders, () => runDue(server.deps));
  const [left] = await queryRows<{ n: string }>(
    server.deps.db,
    sql`select count(*)::text as n from orders where status = 'pending_payment'`,
  );
  expect(left?.n).toBe('0');
  sayCost('A page of orders, read', page, page);
  sayCost('A due step of an order', due, page);
  say(`Due steps a second: ${(1000 / due.took).toFixed(0)}, against ${(1000 / page.took).toFixed(0)} pages.`);
});
