import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { createOpsApp } from '../../src/server/http/ops-app.ts';
import { decisions } from '../../src/server/operators/decisions.ts';
import { flagsOf, missingFlags, terminalJson } from '../../src/server/operators/ops-usage.ts';
import { orderEvents, shops, transactions } from '../../src/server/schema.ts';
import { shopIdOf } from '../../src/server/shops/find-rows.ts';
import { payOrders } from '../../src/server/trade/orders/pay-orders.ts';
import { addListed } from '../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

const opsKey = 'a-key-of-at-least-24-characters';

describe('the flags of a decision', () => {
  it('differ by whether the decision can be taken without them', () => {
    expect(flagsOf('stock')).toEqual([
      { flag: 'goods', optional: false },
      { flag: 'stock', optional: true },
      { flag: 'cost', optional: true },
    ]);
    expect(missingFlags('refund', { order: 'SK-1' })).toEqual(['--fault', '--reason']);
    expect(missingFlags('stock', { goods: 'BT-541' })).toEqual([]);
  });

  it.each(Object.keys(decisions))('the flags of %s leave --by to the operator', (name) => {
    expect(flagsOf(name).map(({ flag }) => flag)).not.toContain('by');
  });
});

describe('the operator’s decisions', () => {
  let server: TestServer;
  let user: TestUser;
  let code: string;
  const post = async (
    name: string,
    body: unknown = {},
    headers: Record<string, string> = { 'x-ops-key': opsKey },
    key: string | null = opsKey,
  ) => {
    const app = createOpsApp({ ...server.deps, config: { ...server.deps.config, demo: true, opsKey: key } });
    const answer = await app.request(`/${name}`, {
      method: 'POST',
      headers: { 'idempotency-key': crypto.randomUUID(), ...headers },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      ...((await answer.json()) as { code: number; msg: string; data: Record<string, string> }),
    };
  };
  const pay = (orderId: string) => {
    const payment = { shopId: user.shopId, actor: user.userId, orderIds: [orderId] };
    return server.deps.db.transaction((db) => payOrders({ ...server.deps, db }, payment));
  };

  beforeAll(async () => {
    server = await startTestServer('postgres');
    user = await server.addUser({ username: 'rana' });
    code = (await addListed(server, user)).code;
  });
  afterAll(() => server.close());

  it('are unavailable without a configured key', async () => {
    expect(await post('tick', {}, { 'x-ops-key': opsKey }, null)).toMatchObject({
      status: 404,
      code: codes.recordNotFound,
    });
    expect((await post('tick', {}, { 'x-ops-key': '' }, null)).status).toBe(404);
  });

  it('require the key', async () => {
    for (const headers of [{}, { 'x-ops-key': '' }, { 'x-ops-key': `${opsKey}x` }]) {
      expect(await post('tick', {}, headers as Record<string, string>)).toMatchObject({
        status: 401,
        code: codes.unauthorized,
      });
    }
    expect((await post('tick')).code).toBe(codes.ok);
  });

  it('take an order from its buyer to its merchant’s balance', async () => {
    const placed = await post('place-order', { goods: code, quantity: '2', shop: 'rana' });
    expect(placed.data).toMatchObject({
      status: 'pending_payment',
      amount: '40.00',
      cost: '24.00',
      funding: 'escrow',
    });
    const order = placed.data.no ?? '';
    // The purchase itself is the merchant's: no decision pays in his place.
    expect(Object.keys(decisions)).not.toContain('pay');
    expect((await post('ship', { order })).code).toBe(codes.invalidOperation);
    await pay(placed.data.id ?? '');
    const steps: [string, object, string][] = [
      ['ship', { order, carrier: 'Meridian Post', tracking: 'MP1' }, 'shipped'],
      ['scan', { order, place: 'Dubai', 'time-zone': 'Asia/Dubai' }, 'shipped'],
      ['deliver', { order }, 'to_be_accepted'],
      ['accept', { order, stars: '5' }, 'accepted'],
      ['settle', { order }, 'waiting_for_withdrawal'],
      ['release', { order }, 'completed'],
    ];
    for (const [name, input, status] of steps) {
      expect(await post(name, input, { 'x-ops-key': opsKey, 'x-ops-by': 'Rosa' })).toMatchObject({
        code: codes.ok,
        data: { status },
      });
    }
    const rows = await server.deps.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, placed.data.id ?? ''));
    expect(rows.slice(2).every((row) => row.actor === 'operator:Rosa')).toBe(true);
    const moved = await server.deps.db
      .select()
      .from(transactions)
      .where(eq(transactions.ref, placed.data.id ?? ''))
      .orderBy(asc(transactions.seq));
    expect(moved.map((row) => row.kind)).toEqual([
      'order_placed',
      'order_pay',
      'order_ship',
      'settlement',
      'release',
    ]);
  });

  it('need the fault and the reason before a refund', async () => {
    const { data } = await post('place-order', { goods: code, shop: 'rana' });
    expect(await post('refund', { order: data.no, fault: 'supplier' })).toMatchObject({
      code: codes.invalidParameter,
    });
    expect(await post('refund', { order: data.no, fault: 'nobody', reason: 'r' })).toMatchObject({
      data: { field: 'fault' },
    });
    expect(await post('refund', { order: data.no, fault: 'supplier', reason: 'r' })).toMatchObject({
      code: codes.invalidOperation,
    });
    expect(await post('cancel', { order: data.no })).toMatchObject({ data: { status: 'cancelled' } });
  });

  it('let a supplier pay back what the ledger says is owed, and nothing else', async () => {
    const begin = async () => (await post('place-order', { goods: code, shop: 'rana' })).data.id ?? '';
    const refund = { fault: 'supplier', reason: 'r' };
    const nothing = { code: codes.invalidOperation, data: { reason: 'nothing_owed' } };

    // Refunded before the carrier had it: the supplier was never paid.
    const early = await begin();
    await pay(early);
    expect(await post('supplier-repaid', { order: early })).toMatchObject(nothing);
    await post('refund', { order: early, ...refund });
    expect(await post('supplier-repaid', { order: early })).toMatchObject(nothing);

    const late = await begin();
    await pay(late);
    await post('ship', { order: late });
    await post('refund', { order: late, ...refund });
    expect(await post('supplier-repaid', { order: late })).toMatchObject({ data: { amount: '12.00' } });
    expect((await post('supplier-repaid', { order: late })).code).toBe(codes.invalidOperation);
  });

  it.each([
    ['nothing-like-it', {}, codes.recordNotFound],
    ['toString', {}, codes.recordNotFound],
    ['ship', {}, codes.invalidParameter],
    ['ship', { order: 'SK-none' }, codes.recordNotFound],
    ['tick', { surprise: '1' }, codes.invalidParameter],
    ['click', { goods: 'none' }, codes.recordNotFound],
    ['recharge-book', { amount: '-5' }, codes.invalidParameter],
    ['recharge-book', { amount: '0' }, codes.invalidParameter],
    ['recharge-book', { amount: '1', shop: 'nobody' }, codes.recordNotFound],
    ['hold', { amount: '1000000', code: 'risk', facts: 'f', rule: 'r' }, codes.insufficientBalance],
    ['supplier-repaid', { order: 'SK-none' }, codes.recordNotFound],
  ])('%s with %o answers %i', async (name, input, expected) => {
    expect(await post(name, input)).toMatchObject({ status: 200, code: expected });
  });

  it('identify a shop by its number or id, never a user who has that for a name', async () => {
    const { db } = server.deps;
    const [own] = await db.select().from(shops).where(eq(shops.id, user.shopId));
    for (const username of [own?.no ?? '', user.shopId]) {
      const namesake = await server.addUser({ username });
      // Updated, its row is found after the other's.
      await db
        .update(shops)
        .set({ name: own?.name ?? '' })
        .where(eq(shops.id, user.shopId));
      expect(await shopIdOf(db, username)).toBe(user.shopId);
      expect(await shopIdOf(db, namesake.shopId)).toBe(namesake.shopId);
    }
  });

  it('are read in a terminal without being steered by what merchants write', () => {
    const hostile = { name: 'a\u009b31m\u202eb\u200b', arabic: 'متجر', lines: 'x\ny\u001b[2J' };
    const text = terminalJson(hostile);
    expect(text).toContain('a\\u009b31m\\u202eb\\u200b');
    expect(text).toContain('متجر');
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expect(JSON.parse(text)).toEqual(hostile);
  });

  it('answer as data that nothing on the way keeps', async () => {
    const app = createOpsApp({ ...server.deps, config: { ...server.deps.config, opsKey } });
    for (const given of [{}, { 'x-ops-key': opsKey }] as Record<string, string>[]) {
      const { headers } = await app.request('/tick', { method: 'POST', headers: given });
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('read nothing before the key, and not more than they need after it', async () => {
    const much = { goods: 'x'.repeat(200_000) };
    expect((await post('click', much, {})).status).toBe(401);
    expect(await post('click', much)).toMatchObject({ status: 413, code: codes.invalidRequest });
  });

  it('refuse a text with NUL, which the database could not store', async () => {
    const hold = { amount: '1', code: 'risk', facts: 'a\u0000b', rule: 'r' };
    expect(await post('hold', hold)).toMatchObject({ status: 200, code: codes.invalidParameter });
  });

  it('refuse what is no JSON as what it is', async () => {
    const app = createOpsApp({ ...server.deps, config: { ...server.deps.config, opsKey } });
    const answer = await app.request('/ship', {
      method: 'POST',
      headers: { 'x-ops-key': opsKey },
      body: '{',
    });
    expect(await answer.json()).toMatchObject({ code: codes.invalidRequest, data: { reason: 'json' } });
  });
});
