import { afterAll, beforeAll, expect, it } from 'vitest';
import { orders } from '../../src/server/schema.ts';
import { exportsOf } from '../../src/server/shops/session/export-links.ts';
import { fillShops } from '../harness/busy-shop.ts';
import { addListed } from '../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

// Two pages of 500, and one order more.
const total = 1_001;
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer('postgres');
  user = await server.addUser();
  const { id: goodsId } = await addListed(server, user);
  const business = { orders: total, clicks: 1, goodsId, until: server.clock.now() };
  await fillShops(server.database.db, [user.shopId], business);
});
afterAll(() => server.close());

it('the file of all orders holds each of them once, the oldest first, page by page', async () => {
  const { db } = server.deps;
  const placed = await db.select({ no: orders.no }).from(orders).orderBy(orders.createdAt, orders.id);
  expect(placed).toHaveLength(total);
  const answer = await server.app.request((await exportsOf(server.deps, user.shopId)).orders);
  const [, ...lines] = (await answer.text()).trimEnd().split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(placed.map(({ no }) => no));
});
