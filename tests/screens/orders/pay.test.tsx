import { act } from 'preact/test-utils';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { markSent } from '../../../src/data/command.ts';
import { online } from '../../../src/data/online.ts';
import { type OrderQuote, orderQuoteResource, orderResource } from '../../../src/data/orders.ts';
import { session } from '../../../src/data/session.ts';
import OrderScreen from '../../../src/screens/orders/order.tsx';
import OrderList from '../../../src/screens/orders/order-list.tsx';
import PaySheet from '../../../src/screens/orders/order-pay-sheet.tsx';
import PayPassword from '../../../src/screens/pay-password/pay-password.tsx';
import type { OrderRow } from '../../../src/server/trade/model/order-row.ts';
import { type Client, type Fault, faults, startClient } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { password, type TestUser } from '../../harness/server.ts';
import { describedBy, write } from '../../ui/draw.tsx';
import { type Market, openMarket } from './market.ts';

let client: Client;
let market: Market;
let amina: TestUser;

const wallet = 'held_until_delivery';
const minutes = 60_000;

beforeAll(async () => {
  client = await startClient({ timeoutMs: 1_500 });
  market = await openMarket(client.server);
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
});

type Page = ReturnType<typeof open>;
const sheetAt = async ({ id }: OrderRow): Promise<Page> => {
  await client.signIn(amina);
  const page = open(`/order?id=${id}`, { '/order': OrderScreen });
  await page.press('button', 'Pay $20.00');
  await page.find('dialog');
  return page;
};
const enter = async (page: Page, digits: string) => {
  await eventually(() => page.get('dialog [type=password]'));
  await write(page.get('dialog [type=password]'), digits);
  await act(async () => {
    page.get('dialog form').dispatchEvent(new Event('submit', { cancelable: true }));
  });
};
const pays = () => client.of('POST /v1/order/pay');
const keys = () => pays().map((one) => one.headers.get('idempotency-key'));
const rows = async (no: string) => {
  const { data } = await client.server.call<{ list: { refNo: string; amount: string }[] }>(
    'POST /v1/user/wallet_flow',
    {},
    amina,
  );
  return data.list.filter((row) => row.refNo === no).map((row) => row.amount);
};
const funded = async (amount = 100_000_000n) => {
  await client.server.fund(amina.shopId, amount);
  return market.order(amina, { wallet });
};

describe('the payment sheet before the button', () => {
  test('shows lines, total, balance after, what comes back and when, and the amount on the button', async () => {
    const order = await funded();
    const page = await sheetAt(order);
    await page.says('You pay now$20.00From your balanceProducts$18.00Shipping$2.00Payment fee$0.00');
    await page.says('Balance after$80.00Expected profit+$8.50');
    await page.says('You’ll receive $28.50 when the order is settled: the cost plus $8.50 expected profit.');
    await page.says('If it’s canceled before shipping, the full $20.00 returns to your balance.');
    expect(page.get('dialog [type=submit]').getAttribute('aria-disabled')).toBe('true');
    const way = page.get('link', 'Forgot it?').getAttribute('href');
    expect(way).toBe(`/payPassword?order=${order.id}&reset=1`);
  });

  test('leaves the balance alone where the held payment pays', async () => {
    const page = await sheetAt(await market.order(amina));
    await page.says(/You pay now\$20\.00From the buyer’s payment in escrow.*Your balance stays at\$0\.00/);
    await page.says('Nothing leaves your balance.');
    await enter(page, '135790');
    await page.find('dialog', 'Paid');
    await page.says('From the buyer’s payment$20.00');
    expect(page.get('dialog').textContent).not.toContain('From your balance');
    expect(page.get('dialog .total').textContent).toBe('Purchase cost$20.00');
    expect(page.get('dialog .big').textContent).toBe('$20.00');
  });

  test('pays the next order that waits in the same sheet, and is done on the first', async () => {
    const order = await market.order(amina);
    const next = await market.order(amina, { name: 'Wall clock', quantity: 2 });
    await client.signIn(amina);
    const page = open('/orderList', { '/orderList': OrderList, '/order': OrderScreen });
    await page.press('link', `Linen cushion cover, ${order.no}`);
    await page.press('button', 'Pay $20.00');
    await enter(page, '135790');
    await page.press('button', 'Next: 2\u00a0× Wall clock, $40.00');
    await page.find('dialog', 'Pay purchase cost');
    await page.says(next.no.replace(/-/g, '-\u2060'));
    await enter(page, '135790');
    await page.press('button', 'Done');
    await eventually(() => expect(page.all('dialog')).toEqual([]));
    expect(page.place.url.value).toBe(`/order?id=${order.id}`);
  });

  test('shows by how much a balance is short, that nothing was paid, and two ways on of one weight', async () => {
    const order = await funded(5_000_000n);
    const page = await sheetAt(order);
    await page.says('Your balance is $15.00 short. Nothing was paid.');
    await page.says('You still need$15.00');
    const ways = [page.get('button', 'Not now'), page.get('link', 'Top up')];
    expect(ways.map((one) => one.className)).toEqual(['btn', 'btn']);
    expect(page.all('dialog [type=password]')).toEqual([]);
    await page.press('button', 'Not now');
    await eventually(() => expect(page.all('dialog')).toEqual([]));
  });

  test('shows the way to set a payment password where there is none', async () => {
    amina = await client.server.addUser({ withoutPayPassword: true });
    const order = await funded();
    const page = await sheetAt(order);
    await page.says('Set a payment password first.');
    const way = page.get('link', 'Set a payment password').getAttribute('href');
    expect(way).toBe(`/payPassword?order=${order.id}`);
  });

  test('shows the same quote after a payment password was set', async () => {
    amina = await client.server.addUser({ withoutPayPassword: true });
    const { id } = await funded();
    await client.signIn(amina);
    const page = open(`/payPassword?order=${id}`, { '/payPassword': PayPassword, '/order': OrderScreen });
    await eventually(() => page.get('textbox', 'Login password'));
    await write(page.get('textbox', 'Login password'), password);
    await write(page.get('textbox', 'New payment password'), '864209');
    await write(page.get('textbox', 'Confirm new payment password'), '864209');
    await act(async () => {
      page.get('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
    await page.press('button', 'Continue');
    await page.says('You pay now$20.00From your balanceProducts');
    await enter(page, '864209');
    await page.find('dialog', 'Paid');
  });
});

describe('the password', () => {
  test('the password that is wrong, then right shows the tries left, and makes one key, one row, one receipt', async () => {
    const order = await funded();
    const page = await sheetAt(order);
    await enter(page, '111111');
    await page.says('Wrong payment password. Nothing was paid. 4 attempts left.');
    // The field has the focus already, and is not read again.
    expect(page.get('alert').textContent).toBe('Wrong payment password. Nothing was paid. 4 attempts left.');
    const input = page.get('dialog [type=password]') as HTMLInputElement;
    expect(describedBy(input)).toContain('4 attempts left.');
    await eventually(() => expect(input.value).toBe(''));
    await enter(page, '135790');
    await page.find('dialog', 'Paid');
    await page.says(
      'From your balance$20.00Available balance now$80.00Expected profit+$8.50Order statusTo be shipped',
    );
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await rows(order.no)).toEqual(['20.00']);
    expect(page.get('link', 'View order').getAttribute('href')).toBe(`/order?id=${order.id}`);
  });

  test('a password that was wrong is not marked any more once a digit of another is typed, offline too', async () => {
    const page = await sheetAt(await funded());
    await enter(page, '111111');
    await page.says('Wrong payment password.');
    const input = page.get('dialog [type=password]') as HTMLInputElement;
    expect(input.getAttribute('aria-invalid')).toBe('true');
    online.value = false;
    await write(input, '1');
    online.value = true;
    expect(input.getAttribute('aria-invalid')).toBe(null);
    expect(page.get('dialog').textContent).not.toContain('Wrong payment password.');
  });

  test('the password that is wrong five times is locked until a time, with no field left to try', async () => {
    const page = await sheetAt(await funded());
    for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
      await enter(page, '111111');
      await page.says(`${left} left.`);
    }
    await enter(page, '111111');
    await page.says(/Too many wrong attempts\. Nothing was paid\. Payments are locked until \d+:\d\d.[AP]M/);
    expect(page.all('dialog [type=password]')).toEqual([]);
  });
});

describe('a payment', () => {
  test('is sent once by a double tap', async () => {
    const order = await funded();
    const page = await sheetAt(order);
    await eventually(() => page.get('dialog [type=password]'));
    await write(page.get('dialog [type=password]'), '135790');
    const form = page.get('dialog form');
    await act(async () => {
      form.dispatchEvent(new Event('submit', { cancelable: true }));
      form.dispatchEvent(new Event('submit', { cancelable: true }));
    });
    await page.find('dialog', 'Paid');
    expect(pays()).toHaveLength(1);
    expect(await rows(order.no)).toEqual(['20.00']);
  });

  test('a payment that is under way when the network goes is not offered again', async () => {
    client.fault('POST /v1/order/pay', faults.lostAnswer);
    const page = await sheetAt(await funded());
    await eventually(() => page.get('dialog [type=password]'));
    act(() => {
      online.value = false;
    });
    // At once, as an answer to whatever is sent from now on would show that the device is online.
    expect(page.text()).toContain('You can pay once you’re back online.');
    act(() => {
      online.value = true;
    });
    await enter(page, '135790');
    act(() => {
      online.value = false;
    });
    await page.find('button', 'Sending…');
    expect(page.text()).not.toContain('You can pay');
    act(() => {
      online.value = true;
    });
    await page.find('dialog', 'Paid');
    expect(pays()).toHaveLength(1);
  });

  test('a payment that found no network says so until the network is back', async () => {
    const page = await sheetAt(await funded());
    await eventually(() => page.get('dialog [type=password]'));
    act(() => {
      online.value = false;
    });
    await enter(page, '135790');
    await page.says('No connection.');
    act(() => {
      online.value = true;
    });
    expect(page.get('dialog').textContent).not.toContain('No connection.');
  });

  test('a payment that left before a reload is looked up before anything can be sent', async () => {
    const order = await funded();
    await client.signIn(amina);
    await orderResource.refetch(order.id);
    const view = orderResource.ask(order.id).peek().data;
    if (!view) throw new Error('The order was not answered.');
    const form = `pay:${order.id}`;
    markSent(form);
    const key = sessionStorage.getItem(`key:${form}`)?.split(' ')[0] ?? '';
    const sent = { orderIds: [order.id], payPassword: '135790' };
    await client.server.call('POST /v1/order/pay', sent, { token: amina.token, key });
    const page = open('/orderList', { '/orderList': () => <PaySheet orders={[view]} onClose={() => {}} /> });
    await page.find('dialog', 'Paid');
    expect(pays()).toEqual([]);
    expect(await rows(order.no)).toEqual(['20.00']);
  });

  test('a payment that cannot be looked up reads "We do not know yet", and offers no second try', async () => {
    const order = await funded();
    const page = await sheetAt(order);
    const { me } = session.value;
    session.value = { status: 'signed-in', me: { ...me, features: [] } };
    client.fault('POST /v1/order/pay', faults.lostAnswer);
    await enter(page, '135790');
    await page.says('Not confirmed yet.');
    expect(page.all('dialog [type=password]')).toEqual([]);
    expect(page.get('link', 'View order').getAttribute('href')).toBe(`/order?id=${order.id}`);
    expect(pays()).toHaveLength(1);
  });
});

describe('a payment after a change', () => {
  test('a payment with an old quote pays nothing, shows the new one and asks the password again', async () => {
    const order = await funded();
    const page = await sheetAt(order);
    await eventually(() => page.get('dialog [type=password]'));
    client.server.clock.advance(6 * minutes);
    await enter(page, '135790');
    await page.says('Nothing was paid. Here is the new amount; enter your password again.');
    expect(await rows(order.no)).toEqual([]);
    await eventually(() => expect((page.get('dialog [type=password]') as HTMLInputElement).value).toBe(''));
    await enter(page, '135790');
    await page.find('dialog', 'Paid');
    expect(new Set(pays().map(({ body }) => (body as { quoteId: string }).quoteId)).size).toBe(2);
  });

  test('a payment with another total drops what was typed for the old one', async () => {
    const order = await funded();
    const page = await sheetAt(order);
    const field = () => page.get('dialog [type=password]') as HTMLInputElement;
    await eventually(field);
    await write(field(), '135790');
    expect(field().value).toBe('135790');
    const quoted = orderQuoteResource.peek([order.id]).data as OrderQuote;
    act(() => orderQuoteResource.set([order.id], { ...quoted, total: '99.00' }));
    await eventually(() => expect(field().value).toBe(''));
    expect(pays()).toEqual([]);
  });

  test('a payment for an order that was cancelled pays nothing and cannot be tried again', async () => {
    const order = await funded();
    const page = await sheetAt(order);
    await eventually(() => page.get('dialog [type=password]'));
    await market.happen(order, 'cancel', 'buyer');
    await enter(page, '135790');
    await page.says('This order can no longer be paid. Nothing was paid.');
    expect(await rows(order.no)).toEqual([]);
  });

  test('a payment with a balance that was spent elsewhere shows how much is missing now', async () => {
    const order = await funded(25_000_000n);
    const page = await sheetAt(order);
    await page.says('Balance after$5.00');
    const other = await market.order(amina, { wallet });
    await client.server.call('POST /v1/order/pay', { orderIds: [other.id], payPassword: '135790' }, amina);
    await enter(page, '135790');
    await page.says('Your balance is $15.00 short. Nothing was paid.');
    expect(await rows(order.no)).toEqual([]);
  });

  test('a payment for an order that was paid on another device says so, with the time, in the sheet and behind it', async () => {
    const order = await funded();
    const page = await sheetAt(order);
    await eventually(() => page.get('dialog [type=password]'));
    const elsewhere = { orderIds: [order.id], payPassword: '135790' };
    await client.server.call('POST /v1/order/pay', elsewhere, amina);
    await enter(page, '135790');
    await page.says(/Paid on .+ \d\d?:\d\d.*\. Nothing was paid a second time\./);
    await page.press('button', 'Close');
    await page.says(/Ships by Mar \d+, 2025, or the money goes back/);
    await eventually(() => expect(page.all('button', 'Pay $20.00')).toEqual([]));
    expect(await rows(order.no)).toEqual(['20.00']);
  });

  test('a payment that another device made is never called unpaid, before its order is here and where it does not come', async () => {
    const order = await funded();
    const page = await sheetAt(order);
    await eventually(() => page.get('dialog [type=password]'));
    const elsewhere = { orderIds: [order.id], payPassword: '135790' };
    await client.server.call('POST /v1/order/pay', elsewhere, amina);
    let fail = () => {};
    const held = new Promise<Response>((_, reject) => {
      fail = () => reject(new TypeError('Failed to fetch'));
    });
    held.catch(() => {});
    let isLost = true;
    const lost: Fault = (pass) => (isLost ? held : pass());
    client.fault('POST /v1/order/list', lost, lost, lost);
    await enter(page, '135790');
    const note = () => page.get('dialog [role=alert]').textContent;
    await eventually(() => expect(note()).toBe('This order can no longer be paid.'));
    await act(async () => fail());
    await eventually(() => expect(orderResource.peek(order.id).error?.code).toBe('network'));
    expect(note()).toBe('This order can no longer be paid.');
    isLost = false;
    await act(() => orderResource.refetch(order.id));
    expect(note()).toMatch(/Paid on .+ Nothing was paid a second time\./);
  });

  test('a payment for an order that was paid and shipped meanwhile says when it was paid', async () => {
    const order = await funded();
    const page = await sheetAt(order);
    await eventually(() => page.get('dialog [type=password]'));
    const elsewhere = { orderIds: [order.id], payPassword: '135790' };
    await client.server.call('POST /v1/order/pay', elsewhere, amina);
    await market.happen(order, 'ship', 'supplier');
    await enter(page, '135790');
    await page.says(/Paid on .+ Nothing was paid a second time\./);
  });

  test('a payment for an order that was paid on another device shows it as paid in the list', async () => {
    const order = await funded();
    await client.signIn(amina);
    const page = open('/orderList?status=all', { '/orderList': OrderList });
    await page.press('button', 'Pay $20.00');
    await eventually(() => page.get('dialog [type=password]'));
    const elsewhere = { orderIds: [order.id], payPassword: '135790' };
    await client.server.call('POST /v1/order/pay', elsewhere, amina);
    await enter(page, '135790');
    await eventually(() => expect(page.get('ul.items').textContent).toContain('To be shipped'));
    expect(page.all('.pay-line')).toEqual([]);
  });

  test('an amount that says neither who pays nor what comes back is quoted without an empty note', async () => {
    const order = await funded();
    const plain = async (pass: () => Promise<Response>, hide: (data: never) => unknown) => {
      const { data, ...envelope } = await (await pass()).json();
      return Response.json({ ...envelope, data: hide(data as never) });
    };
    client.fault('GET /v1/order/pay/amount', (pass) => plain(pass, ({ total }: OrderQuote) => ({ total })));
    client.fault('POST /v1/order/list', (pass) =>
      plain(pass, ({ list, ...rest }: { list: { net?: string }[] }) => ({
        ...rest,
        list: list.map(({ net: _, ...row }) => row),
      })),
    );
    const page = await sheetAt(order);
    await eventually(() => page.get('dialog [type=password]'));
    expect(page.all('dialog .note')).toEqual([]);
  });
});
