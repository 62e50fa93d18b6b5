import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orderListResource } from '../../../src/data/orders.ts';
import OrderScreen from '../../../src/screens/orders/order.tsx';
import type { OrderRow } from '../../../src/server/trade/model/order-row.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { type Market, openMarket } from './market.ts';

let client: Client;
let market: Market;
let amina: TestUser;

beforeAll(async () => {
  client = await startClient();
  market = await openMarket(client.server);
  amina = await client.server.addUser({ username: 'amina' });
});
afterAll(() => client.close());
beforeEach(() => {
  leave();
  client.clear();
});

const at = async (id: string) => {
  await client.signIn(amina);
  return open(`/order?id=${id}`, { '/order': OrderScreen });
};
const pay = ({ id }: OrderRow) =>
  client.server.call('POST /v1/order/pay', { orderIds: [id], payPassword: '135790' }, amina);
const accepted = async (order: OrderRow) => {
  await pay(order);
  await market.ship(order);
  await market.happen(order, 'deliver', 'carrier');
  return market.happen(order, 'accept', 'buyer');
};
const settled = async (order: OrderRow) => {
  await accepted(order);
  await market.happen(order, 'enqueue_settlement', 'system');
  return market.happen(order, 'settle', 'system');
};
const steps = (page: ReturnType<typeof open>) =>
  page.all('.spine > li').map((one) => one.textContent?.replace(/\u00a0/g, ' '));

test('an order to pay shows by when, from what, what it earns, the buyer’s payment behind it, and two answers of one size', async () => {
  const page = await at((await market.order(amina, { wallet: 'held_until_delivery' })).id);
  await page.says(
    /Pay by Mar 5, 2025, .*Of \$30\.00 you would keep\$8\.50Cost \$20\.00Fee \$1\.50Yours \$8\.50/,
  );
  expect(steps(page).filter((step) => step?.includes('“'))).toEqual([]);
  // The sentence names the date, and nothing else does.
  expect(page.get('.steps [aria-current=step]').textContent).toBe('You pay');
  expect(page.all('.sum')[0]?.textContent).toBe(
    'Buyer paidHG-1000 · 1 × $30.00$30.00Purchase costIncluding shipping: $2.00−$20.00Platform fee−$1.50Expected profit+$8.50',
  );
  await page.says('The purchase cost of this order is paid from your balance');
  await page.says('so you pay the supplier from your balance');
  await page.says('When the order is settled, $28.50 moves to “Coming”.');
  await page.says('visa •••• 4242');
  expect(page.all('.folds summary').map((one) => one.textContent)).toEqual(['All steps', 'How it adds up']);
  await page.says('HG-1000');
  const [decline, payNow] = [page.get('button', 'Decline order'), page.get('button', 'Pay $20.00')];
  expect(decline.parentElement).toBe(payNow.parentElement);
  expect(decline.parentElement?.className).toContain('cells');
});

test('a paid order says by when its buyer and its merchant get the money back, and why it has ended then', async () => {
  const order = await market.order(amina, { name: 'Wicker chair' });
  await client.server.fund(amina.shopId, 100_000_000n);
  await pay(order);
  let page = await at(order.id);
  await page.says(/Ships by Mar \d+, 2025, or the money goes back/);
  await market.ship(order);
  page = await at(order.id);
  await page.says(/Arrives by Apr \d+, 2025, or the money goes back/);
  await market.happen(order, 'overdue', 'system');
  page = await at(order.id);
  await page.says('Not delivered in time. The buyer was refunded.');
  expect(page.all('.steps > li > :first-child').map((step) => step.textContent)).toEqual([
    'Paid',
    'You pay',
    'Ships',
    'Refunded',
  ]);
});

const toneOf = (page: ReturnType<typeof open>, amount: string) =>
  page
    .all('bdi[data-tone]')
    .find((one) => one.textContent === amount)
    ?.getAttribute('data-tone');

test('an order that brings a loss shows it in red, settled too, and a profit is green once it cannot come back', async () => {
  await client.server.fund(amina.shopId, 100_000_000n);
  const order = await market.order(amina, { name: 'Linen runner', price: '15.00' });
  let page = await at(order.id);
  await page.says('Expected profit−$5.75');
  expect(toneOf(page, '−$5.75')).toBe('bad');
  page = await at((await settled(order)).id);
  await page.says('Your profit−$5.75');
  expect(toneOf(page, '−$5.75')).toBe('bad');
  page = await at((await settled(await market.order(amina))).id);
  await page.says('Your profit+$8.50');
  expect(toneOf(page, '+$8.50')).toBeUndefined();
  const earned = await market.happen(await settled(await market.order(amina)), 'release', 'system');
  page = await at(earned.id);
  await page.says('Your profit+$8.50');
  expect(toneOf(page, '+$8.50')).toBe('good');
});

test('an order that the list has shown is drawn before its own answer comes', async () => {
  const { id } = await market.order(amina);
  await client.signIn(amina);
  await orderListResource.refetch({ sort: 'actBy' });
  client.fault('POST /v1/order/list', faults.lostRequest);
  const page = open(`/order?id=${id}`, { '/order': OrderScreen });
  await page.says('HG-1000');
});

test('a settled order shows its final profit, and the date of its release', async () => {
  const page = await at((await settled(await market.order(amina))).id);
  await page.says('Of $30.00 you keep$8.50');
  await page.says('$8.50 moved to “Coming”');
  await page.says(/Yours on Mar 1\d, 2025, unless it comes back\./);
  expect(steps(page).at(-1)).toMatch(/^YoursBy Mar 1/);
  expect(page.all('button', 'Pay $20.00')).toEqual([]);
});

test('an accepted order says what its merchant keeps, and with an open case neither that nor that it is the merchant’s', async () => {
  const order = await accepted(await market.order(amina));
  const page = await at(order.id);
  await page.says('Of $30.00 you keep$8.50');
  const step = (from: typeof page) => from.get('.steps [aria-current=step]').textContent;
  expect(step(page)).toBe('Yours');
  await client.server.decide('case-open', { order: order.no, reason: 'It broke' });
  const disputed = await at(order.id);
  await disputed.says('At stake$8.50');
  expect(step(disputed)).toBe('Arrives');
});

test('with an open case all that would arrive in the balance is at stake, and the answer is the filled button at the foot', async () => {
  await client.server.fund(amina.shopId, 100_000_000n);
  const order = await settled(await market.order(amina, { wallet: 'held_until_delivery' }));
  await client.server.decide('case-open', { order: order.no, reason: 'It broke' });
  const page = await at(order.id);
  await page.says('At stake$28.50Fee $1.50At stake $28.50');
  const filled = page.all('.primary').map((one) => [one.textContent, Boolean(one.closest('.dock'))]);
  expect(filled).toEqual([['Answer', true]]);
});

test('what a merchant has paid from the balance is got back once it is there, and not while it is coming', async () => {
  await client.server.fund(amina.shopId, 100_000_000n);
  const order = await settled(await market.order(amina, { wallet: 'held_until_delivery' }));
  await (await at(order.id)).says('You paid $20.00, get back $28.50.');
  await market.happen(order, 'release', 'system');
  await (await at(order.id)).says('You paid $20.00, got back $28.50.');
});

test('a shipped order shows the carrier, number and newest scan of its parcel', async () => {
  const order = await market.order(amina);
  await pay(order);
  await market.ship(order);
  const page = await at(order.id);
  await page.says('Parcel Link');
  await page.says('PL4402991736');
  await page.says('Picked up by the carrier · Lyon');
});

test('declining says what it does, refunds the buyer, and moves nothing of the merchant', async () => {
  const order = await market.order(amina);
  const page = await at(order.id);
  await page.press('button', 'Decline order');
  await page.says('the buyer will get $30.00 back');
  const answers = ['Keep order', 'Decline and refund'].map((name) => page.get('button', name));
  expect(answers.map((one) => one.className)).toEqual(['btn', 'btn soft']);
  await page.press('button', 'Decline and refund');
  await page.says('Declined by you. Your balance didn’t change.');
  expect(page.all('dialog')).toEqual([]);
  expect(client.of('POST /v1/order/decline')).toHaveLength(1);
  const { data } = await client.server.call<{ list: unknown[] }>('POST /v1/user/wallet_flow', {}, amina);
  expect(JSON.stringify(data.list)).not.toContain(order.no);
});

test('declining what was cancelled meanwhile says that it is not possible', async () => {
  const order = await market.order(amina);
  const page = await at(order.id);
  await page.press('button', 'Decline order');
  await market.happen(order, 'cancel', 'buyer');
  await page.press('button', 'Decline and refund');
  await page.says('You can’t do this right now.');
});

test.each(['', 'ord_of_somebody_else'])(
  'an order that does not exist (%s) says so and leads back',
  async (id) => {
    const page = await at(id);
    await page.find('heading', 'Order not found');
    expect(page.get('link', 'Show all orders').getAttribute('href')).toBe('/orderList?status=all');
  },
);

test('an order that does not load says why, and its retry works', async () => {
  const order = await market.order(amina);
  client.fault('POST /v1/order/list', faults.refusedConnection);
  const page = await at(order.id);
  await page.find('heading', 'Couldn’t load the order');
  await page.press('button', 'Try again');
  await page.says('Pay by Mar 5, 2025');
});
