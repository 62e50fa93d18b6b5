import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { acceptToken } from '../../src/data/accept-token.ts';
import { call } from '../../src/data/api.ts';
import { command, keyFor, markSent, type SendOptions, wasSent } from '../../src/data/command.ts';
import { warehouseResource } from '../../src/data/goods.ts';
import { online } from '../../src/data/online.ts';
import { orderListResource, orderPayment, orderQuoteResource, orderResource } from '../../src/data/orders.ts';
import { clearPerson } from '../../src/data/person.ts';
import { clearPersonAndTab, currentToken, session } from '../../src/data/session.ts';
import { showcaseAdd, showcaseRemoval, showcaseResource } from '../../src/data/showcase.ts';
import { updateWallet, walletResource } from '../../src/data/wallet.ts';
import { stockWarehouse } from '../../src/server/demo/history.ts';
import { deleteOldKeys } from '../../src/server/ledger/idempotency/idempotency.ts';
import { newId } from '../../src/server/platform/ids.ts';
import { type Client, faults, startClient } from '../harness/client.ts';
import { decide } from '../harness/decide.ts';
import { payPassword, type TestUser } from '../harness/server.ts';

let client: Client;
let amina: TestUser;
let goodsIds: string[];
beforeAll(async () => {
  // Short, so that a lost answer is noticed at once; the server itself answers in this process.
  client = await startClient({ timeoutMs: 1_500 });
  amina = await client.server.addUser({ username: 'amina' });
  await client.server.fund(amina.shopId, 1_000_000_000n);
  goodsIds = await stockWarehouse(client.server.deps);
});
afterAll(() => client.close());
beforeEach(async () => {
  client.clear();
  await client.signIn(amina);
});

const article = async (at: number) => {
  await warehouseResource.refetch({});
  const found = warehouseResource.peek({}).data?.list.find(({ id }) => id === goodsIds[at]);
  if (!found) throw new Error(`No goods ${goodsIds[at]} in the warehouse's first page.`);
  return found;
};

/** A buyer's order that the merchant's balance has to pay for. */
async function placeOrder(): Promise<{ id: string; cost: string }> {
  const { id, goodsCode, suggestedPrice } = await article(goodsIds.length - 1);
  await showcaseAdd.send({ items: [{ goodsId: id, sellingPrice: suggestedPrice }] });
  const payment = newId(client.server.deps.random, 'pay');
  const bought = { goods: goodsCode, shop: amina.shopId, payment, amount: suggestedPrice };
  const input = { ...bought, walletReason: 'held_until_delivery' };
  return (await decide(client.server.deps, 'place-order', input, 'test')) as { id: string; cost: string };
}

const pay = (id: string, password = payPassword, options?: SendOptions) =>
  orderPayment([id]).send({ orderIds: [id], payPassword: password }, options);
/** Holds payments on their way to the server; returns what lets them arrive. */
const holdPayments = (): (() => void) => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  client.fault('POST /v1/order/pay', (pass) => held.then(pass));
  return arrive;
};
/** What the tab keeps a payment's key under. */
const keyName = (id: string) => `pay:${id}`;

const balance = async () => {
  await walletResource.refetch();
  return Number(walletResource.peek().data?.balance);
};

test('a paid order is offered for payment in no list and counted as paid, though the network is lost right after', async () => {
  const { id } = await placeOrder();
  await orderListResource.refetch({});
  const counts = orderListResource.peek({}).data?.counts;
  const { merchant = 0, pending_payment = 0, to_be_shipped = 0 } = counts ?? {};
  client.fault('POST /v1/order/list', faults.refusedConnection);
  await pay(id);
  await orderListResource.refetch({});
  const { data, error } = orderListResource.peek({});
  expect(error).toBeDefined();
  const paid = data?.list.find((row) => row.id === id);
  expect(paid).toMatchObject({ status: 'to_be_shipped', payBy: null, actBy: null });
  expect(paid?.allowedActions).not.toContain('pay');
  expect(data?.counts).toMatchObject({
    merchant: merchant - 1,
    pending_payment: pending_payment - 1,
    to_be_shipped: to_be_shipped + 1,
  });
});

describe('a payment with a lost answer', () => {
  test('is looked up by its key, never sent again, and ends as what happened', async () => {
    const { id } = await placeOrder();
    const before = await balance();
    client.fault('POST /v1/order/pay', faults.lostAnswer);
    const checking = vi.fn();
    const outcome = await pay(id, payPassword, { onChecking: checking });
    expect(checking).toHaveBeenCalledOnce();
    expect(outcome).toMatchObject({
      state: 'done',
      output: { results: [{ orderId: id, status: 'to_be_shipped' }] },
    });
    expect(client.of('POST /v1/order/pay')).toHaveLength(1);
    expect(await balance()).toBeLessThan(before);
    expect(orderPayment([id]).isPending()).toBe(false);
  });

  test('a payment that never reached the server ends as not arrived; the same key pays once', async () => {
    const { id } = await placeOrder();
    const before = await balance();
    client.fault('POST /v1/order/pay', faults.lostRequest);
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: Date.now() });
    const paying = pay(id);
    const key = keyFor(keyName(id));
    // Minutes pass step by step, so that answers which need the real world come in between.
    const steps = setInterval(() => vi.advanceTimersByTime(500), 5);
    expect(await paying).toMatchObject({ state: 'not-arrived' });
    clearInterval(steps);
    vi.useRealTimers();
    expect(await balance()).toBe(before);
    expect(wasSent(keyName(id))).toBe(false);

    expect(await pay(id)).toMatchObject({ state: 'done' });
    const keys = client.of('POST /v1/order/pay').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([key, key]);
  });

  test('a payment that broke off is asked about at once when the device is online again, and has not arrived', async () => {
    const { id } = await placeOrder();
    client.fault('POST /v1/order/pay', faults.refusedConnection);
    client.fault('POST /v1/operation', faults.refusedConnection);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const paying = pay(id);
    const asked = () => client.of('POST /v1/operation').length;
    await vi.waitUntil(() => asked() === 1, { timeout: 5_000 });
    // No time has passed: the device ends the pause.
    const back = setInterval(() => asked() === 1 && dispatchEvent(new Event('online')), 5);
    await vi.waitUntil(() => asked() === 2, { timeout: 5_000 });
    const steps = setInterval(() => vi.advanceTimersByTime(500), 5);
    const result = await paying.finally(() => {
      clearInterval(back);
      clearInterval(steps);
      vi.useRealTimers();
    });
    // There is a network again: that there is none would not be true.
    expect(result).toMatchObject({ state: 'not-arrived', error: { code: 204 } });
    expect(asked()).toBe(6);
    expect(await pay(id)).toMatchObject({ state: 'done' });
  });

  test('a payment that arrives after it was given up is looked up, where the next attempt differs by its quote', async () => {
    const { id } = await placeOrder();
    let arrive = async () => {};
    client.fault('POST /v1/order/pay', (pass) => {
      arrive = async () => void (await pass());
      return faults.refusedConnection();
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const steps = setInterval(() => vi.advanceTimersByTime(500), 5);
    const result = await pay(id).finally(() => {
      clearInterval(steps);
      vi.useRealTimers();
    });
    expect(result).toMatchObject({ state: 'not-arrived' });
    const key = keyFor(keyName(id));
    const { quoteId } = await call('GET /v1/order/pay/amount', { orderIds: [id] });
    await arrive();

    const input = { orderIds: [id], payPassword, quoteId };
    expect(await orderPayment([id]).send(input)).toMatchObject({ state: 'unknown' });
    expect(keyFor(keyName(id))).toBe(key);
    expect(await orderPayment([id]).resume()).toMatchObject({
      state: 'done',
      output: { results: [{ orderId: id, status: 'to_be_shipped' }] },
    });
  });

  test('is waited for where it may still be on its way, though the server does not know it five times', async () => {
    const { id } = await placeOrder();
    let arrive = async () => {};
    client.fault('POST /v1/order/pay', (pass, signal) => {
      arrive = async () => void (await pass());
      return faults.lostRequest(pass, signal);
    });
    const missing = () => new Response('{"code":200,"data":{"state":"unknown","code":null,"data":null}}');
    client.fault('POST /v1/operation', ...Array(5).fill(missing), (pass) => arrive().then(pass));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const steps = setInterval(() => vi.advanceTimersByTime(500), 5);
    const result = await pay(id).finally(() => {
      clearInterval(steps);
      vi.useRealTimers();
    });
    expect(result).toMatchObject({ state: 'done', output: { results: [{ orderId: id }] } });
    expect(client.of('POST /v1/operation')).toHaveLength(6);
  });

  test('is not called lost while the server still works on it', async () => {
    const running = '{"code":200,"data":{"state":"running","code":null,"data":null}}';
    client.fault('POST /v1/order/pay', faults.lostRequest);
    client.fault('POST /v1/operation', () => new Response(running));
    const input = { orderIds: ['order_1'], payPassword };
    const payment = command('POST /v1/order/pay', { intention: 'pay:order_1', patienceMs: 100 });
    const outcome = await payment.send(input);
    expect(outcome).toMatchObject({ state: 'unknown' });
    expect(wasSent('pay:order_1')).toBe(true);
  });

  test('is found again after a reload', async () => {
    const { id } = await placeOrder();
    // The page was left while the answer was waited for: nothing of it stays but the tab's storage.
    markSent(keyName(id));
    await call('POST /v1/order/pay', { orderIds: [id], payPassword }, { key: keyFor(keyName(id)) });
    expect(orderPayment([id]).isPending()).toBe(true);
    // Its screen may be drawn before it is known who is signed in, and what the server can do.
    session.value = { status: 'starting' };
    void acceptToken(currentToken(), 'storage');
    expect(await orderPayment([id]).resume()).toMatchObject({
      state: 'done',
      output: { results: [{ orderId: id }] },
    });
    expect(client.of('POST /v1/order/pay')).toHaveLength(1);
    expect(orderPayment([id]).isPending()).toBe(false);
  });

  test('a payment that never arrived before a reload is called so when it was asked about five times', async () => {
    markSent('pay:order_1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
    const steps = setInterval(() => vi.advanceTimersByTime(500), 5);
    const result = await orderPayment(['order_1'])
      .resume()
      .finally(() => {
        clearInterval(steps);
        vi.useRealTimers();
      });
    expect(result).toMatchObject({ state: 'not-arrived' });
    expect(client.of('POST /v1/operation')).toHaveLength(5);
    expect(orderPayment(['order_1']).isPending()).toBe(false);
  });

  test.each([
    ['is asked about', (id: string) => orderPayment([id]).resume()],
    [
      'cannot be asked about',
      (id: string) => {
        session.value = { ...session.value, me: { ...session.value.me, features: [] } };
        return orderPayment([id]).resume();
      },
    ],
    ['is sent again', (id: string) => pay(id)],
  ])(
    'a payment that happened longer ago than servers keep its key, and %s, is not called lost, and not made twice',
    async (_, act) => {
      const { id } = await placeOrder();
      const { key } = markSent(keyName(id));
      await call('POST /v1/order/pay', { orderIds: [id], payPassword }, { key });
      const { db, clock } = client.server.deps;
      const age = 49 * 3_600_000;
      await deleteOldKeys(db, new Date(clock.now().getTime() + age));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() + age });
      const steps = setInterval(() => vi.advanceTimersByTime(500), 5);
      const result = await act(id).finally(() => {
        clearInterval(steps);
        vi.useRealTimers();
      });
      expect(result).toMatchObject({ state: 'forgotten', error: { data: { reason: 'forgotten' } } });
      expect(client.of('POST /v1/order/pay')).toHaveLength(1);
      expect(orderPayment([id]).isPending()).toBe(false);
    },
  );

  test('a payment that this page still sends is waited for where its screen is opened again', async () => {
    const { id } = await placeOrder();
    const arrive = holdPayments();
    const paying = pay(id);
    const resumed = orderPayment([id]).resume();
    await vi.waitUntil(() => client.of('POST /v1/order/pay').length === 1);
    arrive();
    expect(await resumed).toMatchObject({ state: 'done', output: { results: [{ orderId: id }] } });
    expect(await paying).toEqual(await resumed);
    expect(client.of('POST /v1/operation')).toEqual([]);
  });

  test.each([
    ['was ended by the server stays in question for the same person', clearPerson, true],
    ['was signed out of leaves nothing for the next person', clearPersonAndTab, false],
  ])('a payment on its way in a session that %s', async (_, end, isKept) => {
    const { id } = await placeOrder();
    const arrive = holdPayments();
    const paying = pay(id);
    await vi.waitUntil(() => client.of('POST /v1/order/pay').length === 1);
    end();
    arrive();
    expect(await paying).toMatchObject({ state: 'refused', error: { code: 'cancelled' } });
    expect(orderPayment([id]).isPending()).toBe(isKept);
    expect(sessionStorage.getItem(`key:${keyName(id)}`) !== null).toBe(isKept);
  });

  test('stays unknown where the server cannot be asked', async () => {
    const { id } = await placeOrder();
    session.value = { ...session.value, me: { ...session.value.me, features: [] } };
    client.fault('POST /v1/order/pay', faults.lostAnswer);
    expect(await pay(id)).toMatchObject({ state: 'unknown' });
    expect(client.of('POST /v1/order/pay')).toHaveLength(1);
    expect(orderPayment([id]).isPending()).toBe(true);
  });
});

describe('a device that knows it is offline', () => {
  beforeEach(() => {
    online.value = false;
    return () => {
      online.value = true;
    };
  });
  const input = { orderIds: ['order_1'], payPassword };

  test('sends no payment, says that there is no network, and asks no server about it', async () => {
    const checking = vi.fn();
    const outcome = await orderPayment(['order_1']).send(input, { onChecking: checking });
    expect(outcome).toMatchObject({ state: 'refused', error: { code: 'network' } });
    expect(checking).not.toHaveBeenCalled();
    expect(client.of('POST /v1/order/pay')).toEqual([]);
    expect(client.of('POST /v1/operation')).toEqual([]);
    expect(orderPayment(['order_1']).isPending()).toBe(false);
  });

  test('does not call a payment refused that was sent before, and may have arrived', async () => {
    markSent('pay:order_1');
    expect(await orderPayment(['order_1']).send(input)).toMatchObject({ state: 'unknown' });
    expect(orderPayment(['order_1']).isPending()).toBe(true);
    expect(client.of('POST /v1/order/pay')).toEqual([]);
  });
});

describe('a key', () => {
  test('stays over retries and a reload until the payment is final', async () => {
    const { id } = await placeOrder();
    const form = keyName(id);
    const key = keyFor(form);
    expect(await pay(id, '000000')).toMatchObject({ state: 'refused', error: { code: 446 } });
    expect(keyFor(form)).toBe(key);
    expect(sessionStorage.getItem(`key:${form}`)).toBe(key);
    await pay(id);
    expect(sessionStorage.getItem(`key:${form}`)).toBeNull();
    expect(keyFor(form)).not.toBe(key);
  });

  test.each(
    (['systemBusy', 'noAuthentication', 'tokenExpired', 'unknownError', 'systemError'] as const).map(
      (name) => [codes[name], name] as const,
    ),
  )(
    'stays after %i (%s), by which nothing is decided, and is not taken for a call that was sent',
    async (code) => {
      const form = keyName('order_1');
      const key = keyFor(form);
      client.fault('POST /v1/order/pay', () => new Response(JSON.stringify({ code, msg: '', data: null })));
      expect(await pay('order_1')).toMatchObject({ state: 'refused', error: { code } });
      expect(keyFor(form)).toBe(key);
      expect(wasSent(form)).toBe(false);
    },
  );

  test('of a payment whose session was revoked on its way is asked about after the next sign-in', async () => {
    client.fault('POST /v1/order/pay', () => Response.json({ code: 401, msg: '', data: null }));
    expect(await pay('order_1')).toMatchObject({ state: 'refused', error: { code: 401 } });
    expect(orderPayment(['order_1']).isPending()).toBe(true);
    sessionStorage.clear();
  });

  test('is dropped by a refusal that is final for it', async () => {
    const { id } = await placeOrder();
    await pay(id);
    const key = keyFor(keyName(id));
    expect(await pay(id)).toMatchObject({ state: 'refused', error: { code: 203 } });
    expect(keyFor(keyName(id))).not.toBe(key);
  });

  test('is a UUID also where the page has no TLS and randomUUID is missing', () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(keyFor('one')).toMatch(uuid);
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    // As many that a digit of the wrong sort would be among them.
    const keys = Array.from({ length: 100 }, (_, no) => keyFor(`intention ${no}`));
    vi.unstubAllGlobals();
    expect(keys.filter((key) => !uuid.test(key))).toEqual([]);
    expect(new Set(keys).size).toBe(100);
  });
});

test('a payment updates wallet, order and list on show by itself', async () => {
  const { id } = await placeOrder();
  const seen = [walletResource.ask(), orderResource.ask(id), orderListResource.ask({})].map((one) =>
    one.subscribe(() => {}),
  );
  await vi.waitFor(() => expect(orderResource.peek(id).data?.status).toBe('pending_payment'));
  await vi.waitFor(() => expect(orderListResource.peek({}).data).toBeDefined());
  const before = walletResource.peek().data?.version ?? 0;
  await pay(id);
  expect(walletResource.peek().data?.version).toBeGreaterThan(before);
  await vi.waitFor(() => expect(orderResource.peek(id).data?.status).toBe('to_be_shipped'));
  await vi.waitFor(() =>
    expect(orderListResource.peek({}).data?.list.find((one) => one.id === id)?.status).toBe('to_be_shipped'),
  );
  for (const stop of seen) stop();
});

test('an older answer about the wallet does not take the place of a newer one', async () => {
  await walletResource.refetch();
  const older = walletResource.peek().data;
  await client.server.fund(amina.shopId, 5_000_000n);
  await walletResource.refetch();
  const newer = walletResource.peek().data;
  updateWallet(older);
  expect(walletResource.peek().data).toEqual(newer);
  expect(newer?.balance).not.toBe(older?.balance);
});

test('a quote is requested again each time it is opened', async () => {
  const { id } = await placeOrder();
  for (const round of [1, 2]) {
    const stop = orderQuoteResource.ask([id]).subscribe(() => {});
    await vi.waitFor(() => expect(orderQuoteResource.peek([id]).data?.total).toBeDefined());
    stop();
    expect(client.of('GET /v1/order/pay/amount')).toHaveLength(round);
    expect(orderQuoteResource.peek([id]).data).toBeUndefined();
  }
});

test('goods that were listed and taken off again are shown so by warehouse and showcase', async () => {
  const { id, suggestedPrice } = await article(goodsIds.length - 2);
  const stop = showcaseResource.ask({}).subscribe(() => {});
  const stopGoods = warehouseResource.ask({}).subscribe(() => {});
  await showcaseAdd.send({ items: [{ goodsId: id, sellingPrice: suggestedPrice }] });
  expect(warehouseResource.peek({}).data?.list.find((goods) => goods.id === id)?.listed).toBe(true);
  const row = () =>
    showcaseResource.peek({}).data?.list.find(({ goodsId, status }) => goodsId === id && status === 'listed');
  await vi.waitFor(() => expect(row()).toBeDefined());
  await showcaseRemoval.send({ ids: [row()?.id ?? ''] });
  await vi.waitFor(() => expect(row()).toBeUndefined());
  await vi.waitFor(() =>
    expect(warehouseResource.peek({}).data?.list.find((goods) => goods.id === id)?.listed).toBe(false),
  );
  stop();
  stopGoods();
});
