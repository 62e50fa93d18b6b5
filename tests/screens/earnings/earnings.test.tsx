import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Output } from '../../../src/contract/calls.ts';
import { UNITS } from '../../../src/contract/money.ts';
import { orderPayment } from '../../../src/data/orders.ts';
import Earnings from '../../../src/screens/earnings/earnings.tsx';
import { day } from '../../../src/server/platform/clock.ts';
import { runDue } from '../../../src/server/services/run-due.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { addListed, drive, place } from '../../harness/market.ts';
import { leave, open } from '../../harness/render-screen.tsx';
import { payPassword, type TestUser } from '../../harness/server.ts';

let client: Client;
let amina: TestUser;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
  await client.server.fund(amina.shopId, 100n * UNITS);
});

const openEarnings = async (url = '/earnings') => {
  await client.signIn(amina);
  return open(url, { '/earnings': Earnings });
};
const sold = async (name: string, price: bigint) => {
  const { id } = await addListed(client.server, amina, { name, price });
  await drive(client.server, await place(client.server, amina, id), 'waiting_for_withdrawal');
};

test('the articles of a month stand below their sum, what lost money in red', async () => {
  await sold('Mug', 20n * UNITS);
  await sold('Lamp', 12n * UNITS);
  const page = await openEarnings();
  await page.says('Earned · settled orders only+$6.40Sold, settled or not: 2');
  await page.says('Mug+$7.001 soldLamp−$0.601 sold');
  expect(page.get('link', 'Mug').getAttribute('href')).toMatch(/^\/goods\?id=gds_/);
  expect(page.get('li:last-child .meter').getAttribute('data-tone')).toBe('bad');
});

test('what ads took is named beside the profit that Store has', async () => {
  await sold('Mug', 20n * UNITS);
  const { server } = client;
  const offer = { title: 'Page', image: '/files/thing.svg', unit: 'click', target: 'shop', price: '2.00' };
  const ad = { ...offer, quantity: '10', days: '7' };
  const { id: adId } = await server.decide<{ id: string }>('ad-create', ad, 'test');
  const options = { token: amina.token, key: randomUUID() };
  const { data } = await server.call<Output<'POST /v1/ad/pay'>>(
    'POST /v1/ad/pay',
    { adId, payPassword },
    options,
  );
  const delivered = { purchase: data.purchase.no, count: '10', reference: randomUUID() };
  await server.decide('ad-deliver', delivered, 'test');
  server.clock.advance(day);
  await runDue(server.deps);
  const page = await openEarnings();
  await page.says('+$5.00Profit $7.00 · Ads −$2.00Sold, settled or not: 1');
});

test('a payment of the merchant counts at once', async () => {
  const { id } = await addListed(client.server, amina, { name: 'Mug' });
  await drive(client.server, await place(client.server, amina, id), 'waiting_for_withdrawal');
  const order = await place(client.server, amina, id);
  const page = await openEarnings();
  await page.says('1 sold');
  await orderPayment([order.id]).send({ orderIds: [order.id], payPassword });
  await page.says('2 sold');
});

test('a sort and a period are addresses, which are kept beside one another', async () => {
  await sold('Mug', 20n * UNITS);
  await sold('Lamp', 12n * UNITS);
  const page = await openEarnings('/earnings?period=all&sort=lost');
  await page.says('Lamp−$0.601 soldMug+$7.001 sold');
  expect(page.get('link', 'This month').getAttribute('href')).toBe('/earnings?sort=lost');
  expect(page.get('link', 'Sold most').getAttribute('href')).toBe('/earnings?period=all&sort=sold');
});

test('a month without a sale leads to all time, and a new shop to the catalog', async () => {
  const page = await openEarnings('/earnings?period=previous_month');
  await page.says('Nothing sold or settled in this month');
  leave();
  const whole = await open('/earnings?period=all', { '/earnings': Earnings });
  await whole.says('Nothing sold yet');
  expect(whole.get('link', 'Catalog').getAttribute('href')).toBe('/goodsList/warehouse');
});

test('earnings that cannot be loaded say so, and are asked for again', async () => {
  client.fault('POST /v1/home/goods', faults.refusedConnection);
  const page = await openEarnings();
  await page.says('Your earnings couldn’t be loaded');
  await page.press('button', 'Try again');
  await page.says('Nothing sold or settled in this month');
});
