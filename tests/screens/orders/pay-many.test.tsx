import { act } from 'preact/test-utils';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasRound, orderPayment } from '../../../src/data/orders.ts';
import { roundPayment } from '../../../src/data/pay-round.ts';
import OrderList from '../../../src/screens/orders/order-list.tsx';
import type { OrderRow } from '../../../src/server/trade/model/order-row.ts';
import { type Client, startClient } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { describedBy, write } from '../../ui/draw.tsx';
import { type Market, openMarket } from './market.ts';

let client: Client;
let market: Market;
let amina: TestUser;
const wallet = 'held_until_delivery';
const unit = 1_000_000n;

beforeAll(async () => {
  client = await startClient();
  market = await openMarket(client.server);
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
});

type Page = ReturnType<typeof open>;
const list = async (): Promise<Page> => {
  await client.signIn(amina);
  return open('/orderList', { '/orderList': OrderList });
};
const place = async (...buys: { name?: string; wallet?: string }[]): Promise<OrderRow[]> => {
  const made: OrderRow[] = [];
  for (const buy of buys) made.push(await market.order(amina, buy));
  return made;
};
const enter = async (page: Page) => {
  await eventually(() => page.get('dialog [type=password]'));
  await write(page.get('dialog [type=password]'), '135790');
  await act(async () => {
    page.get('dialog form').dispatchEvent(new Event('submit', { cancelable: true }));
  });
};
const freeze = () =>
  client.server.decide('restrict', {
    shop: amina.shopId,
    kind: 'wallet_frozen',
    facts: 'A sign-in from a new place.',
    rule: 'Rule 4.2',
    days: '7',
  });

describe('several orders', () => {
  test('five are paid by three presses and six digits, and each result is shown', async () => {
    await place({}, {}, {}, {}, {});
    const page = await list();
    await page.says('5 ordersFrom buyers’ payments');
    await page.press('button', 'Pay $100.00');
    await page.says('You pay now$100.00From the buyers’ payments');
    const field = await eventually(() => page.get('dialog [type=password]'));
    await eventually(() => expect(document.activeElement).toBe(field));
    expect(describedBy(field)).toContain('You pay now: $100.00');
    await enter(page);
    await page.says('5 orders are paid.From the buyers’ payments$100.00');
    expect(page.get('dialog').textContent?.match(/5 orders/g), 'the count, once').toHaveLength(1);
    const rows = page.all('dialog details li').map((one) => one.textContent);
    expect(rows, 'under a title that says that they are paid').toEqual(
      Array(5).fill(expect.not.stringContaining('Paid')),
    );
    expect(rows).toHaveLength(5);
    await page.press('button', 'Done');
    await eventually(() => expect(page.all('dialog')).toEqual([]));
    expect(client.of('POST /v1/order/pay')).toHaveLength(1);
    expect(hasRound()).toBe(false);
  });

  test('those that are ticked are paid alone', async () => {
    await place({}, {}, {});
    const page = await list();
    await page.press('button', 'Select');
    const boxes = await eventually(() => page.all('li [type=checkbox]'));
    for (const box of boxes.slice(0, 2)) await act(async () => box.click());
    await page.says('2 orders');
    await page.press('button', 'Pay $40.00');
    await page.says('You pay now$40.00');
  });

  test('a balance that covers a part pays the soonest due, and names what can wait until when', async () => {
    await client.server.fund(amina.shopId, 30n * unit);
    await place({ name: 'Soonest', wallet }, { name: 'Later', wallet }, { name: 'Held' });
    const page = await list();
    await page.says('3 orders$10.00 short');
    await page.press('button', 'Pay $60.00');
    await page.says('You pay now$40.00From the buyers’ payments$20.00From your balance$20.00');
    expect(page.get('dialog [role=status]').textContent).toBe('2 orders');
    await page.says(/1 order doesn’t fit in your balanceLater\$20\.00Can wait until /);
    await enter(page);
    await page.says('2 orders are paid.');
    await page.says('Available balance now$10.00');
  });

  test('a frozen wallet says that what buyers’ payments cover can be paid, and pays that', async () => {
    await client.server.fund(amina.shopId, 90n * unit);
    await place({ wallet }, {}, {});
    await freeze();
    const page = await list();
    await page.press('button', 'Pay $60.00');
    await page.says('You pay now$40.00');
    await page.says('Your wallet is frozen. What buyers’ payments cover can still be paid.');
    await enter(page);
    await page.says('2 orders are paid.');
  });

  test('an order that ended meanwhile is named, and the others are paid', async () => {
    const [gone] = (await place({ name: 'Gone' }, {}, {})) as [OrderRow];
    const page = await list();
    await page.press('button', 'Pay $60.00');
    await eventually(() => page.get('dialog [type=password]'));
    await market.happen(gone, 'cancel', 'buyer');
    await enter(page);
    await page.says('Paid: 2 of 3');
    await page.says('Gone$20.00This order can no longer be paid.');
  });

  test('a round that was begun before a reload shows its results as soon as the list is opened', async () => {
    const made = await place({}, {});
    await client.signIn(amina);
    const orders = made.map(({ id, no }) => ({ id, no, name: no, total: '20.00' }));
    await roundPayment.send({ orders, payPassword: '135790' });
    expect(hasRound()).toBe(true);
    expect(orderPayment(made.map(({ id }) => id)).isPending()).toBe(false);
    const page = open('/orderList', { '/orderList': OrderList });
    await page.says('2 orders are paid.');
  });
});
