import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTexts, chooseLang } from '../../../src/lang/index.ts';
import LogisticsScreen from '../../../src/screens/orders/logistics.tsx';
import OrderScreen from '../../../src/screens/orders/order.tsx';
import { carriers } from '../../../src/server/schema/orders.ts';
import type { OrderRow } from '../../../src/server/trade/model/order-row.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { type Market, openMarket } from './market.ts';

const day = 86_400_000;
let client: Client;
let market: Market;
let amina: TestUser;

beforeAll(async () => {
  client = await startClient({ start: new Date(Date.now() - 20 * day).toISOString() });
  market = await openMarket(client.server);
  amina = await client.server.addUser({ username: 'amina' });
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  await chooseLang('en');
});

const at = async (id: string) => {
  await client.signIn(amina);
  return open(`/logistics?id=${id}`, { '/logistics': LogisticsScreen });
};
async function sent(): Promise<OrderRow> {
  const order = await market.order(amina);
  await client.server.call('POST /v1/order/pay', { orderIds: [order.id], payPassword: '135790' }, amina);
  return market.ship(order);
}
const change = (set: Partial<typeof carriers.$inferInsert>) =>
  client.server.deps.db.update(carriers).set(set).where(eq(carriers.name, 'Parcel Link'));
const scans = (page: ReturnType<typeof open>) =>
  page.all('.spine > li').map((one) => one.textContent?.replace(/\u00a0/g, ' '));

test('a parcel shows every scan in turn, with its place and the time by the clock there, and the delivery to come', async () => {
  const order = await sent();
  await market.scan(order, {
    status: 'attempt_failed',
    place: 'Dubai',
    timeZone: 'Asia/Dubai',
    text: 'Nobody was at home',
  });
  await change({ trackingUrl: 'https://parcel-link.example/{no}' });
  const page = await at(order.id);
  await page.says('Parcel Link');
  await page.says('PL4402991736');
  await page.says('Delivery attempt failed');
  expect(scans(page)).toEqual([
    expect.stringMatching(/^Picked up by the carrierLyon · .*\d:\d\d.[AP]M.GMT\+0$/),
    expect.stringMatching(/^Nobody was at homeDubai · .*GMT\+4$/),
    'Delivered',
  ]);
  const quoted = page.all('q');
  expect(quoted.map(({ textContent, lang, dir }) => [textContent, lang, dir])).toEqual([
    ['Nobody was at home', '', 'auto'],
  ]);
  expect(page.text()).not.toContain('No tracking updates for');
  expect(page.get('button', 'Track on the carrier’s site')).toBeTruthy();
  const route = page.all('.route > li').map((stop) => stop.textContent?.replace(/[\u00a0\u202f]/g, ' '));
  expect(route).toEqual([
    expect.stringMatching(/^Lyon\w+ \d+/),
    expect.stringMatching(/^Dubai\w+ \d+/),
    expect.stringMatching(/By \w+ \d+/),
  ]);
});

test('the delivery starts the clock of acceptance, and its date is shown', async () => {
  const order = await sent();
  await market.scan(order, {
    status: 'delivered',
    place: 'Lyon',
    timeZone: 'UTC',
    text: 'Left with the neighbour',
  });
  const page = await at(order.id);
  const until = new Date(client.server.clock.now().getTime() + 7 * day);
  await page.says(`Accepted automatically on ${until.toLocaleString('en', { month: 'short' })} `);
  await page.says('Delivered');
});

test('the order leads to its parcel', async () => {
  const order = await sent();
  await client.signIn(amina);
  const page = open(`/order?id=${order.id}`, { '/order': OrderScreen });
  const all = await page.find('link', 'See all tracking updates');
  expect(all.getAttribute('href')).toBe(`/logistics?id=${order.id}`);
});

test('a parcel in Arabic changes the texts of codes and keeps what the carrier wrote', async () => {
  addTexts('ar', 'orders', {});
  const order = await sent();
  await market.scan(order, { status: 'in_transit', place: 'Hub 7', timeZone: 'UTC', text: 'Chargé à bord' });
  const page = await at(order.id);
  await page.says('Picked up by the carrier');
  await chooseLang('ar');
  await page.says('سجل التتبّع');
  await page.says('استلمته شركة الشحن');
  await page.says('Chargé à bord');
  expect(page.text()).not.toContain('Picked up by the carrier');
});

test.each(['', 'ord_of_somebody_else'])(
  'a parcel that does not exist (%s) says so and leads on',
  async (id) => {
    const page = await at(id);
    await page.find('heading', 'No package to track yet');
  },
);

test('a carrier that is not configured any more is reported by its code', async () => {
  const order = await sent();
  await change({ withdrawnAt: new Date() });
  const page = await at(order.id);
  await page.says('Shipping isn’t configured for this order.');
  await change({ withdrawnAt: null });
});

test('a parcel that does not load says why, and its retry works', async () => {
  const order = await sent();
  client.fault('POST /v1/order/logistics', faults.refusedConnection);
  const page = await at(order.id);
  await page.find('heading', 'Couldn’t load the package');
  await page.press('button', 'Try again');
  await page.says('PL4402991736');
});

// Last, as it moves the clock so far that all sessions end.
test('a parcel without scans shows for how many days, and who can ask', async () => {
  const order = await sent();
  client.server.clock.set(new Date());
  const page = await at(order.id);
  await page.says(/No tracking updates for (19|20) days/);
  expect(page.get('link', 'Contact customer service').getAttribute('href')).toBe(
    `/service?order=${order.id}`,
  );
});
