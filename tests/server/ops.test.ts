import { asc, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { createOpsApp } from '../../src/server/http/ops-app.ts';
import { createStartupApp } from '../../src/server/http/startup-app.ts';
import { forDevelopers, inputRefused } from '../../src/server/operators/ops-refusals.ts';
import { flagsOf, inputOf, missingFlags, terminalJson } from '../../src/server/operators/ops-usage.ts';
import { decisions } from '../../src/server/operators/registry.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { refuse } from '../../src/server/platform/refuse.ts';
import { decisionLog, orderEvents, shops, transactions } from '../../src/server/schema.ts';
import { shopIdOf } from '../../src/server/shops/find-rows.ts';
import { payOrders } from '../../src/server/trade/orders/pay-orders.ts';
import { kinds } from '../harness/database.ts';
import { addListed } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const opsKey = 'a-key-of-at-least-24-characters';

describe('the flags of a decision', () => {
  it('differ by whether the decision can be taken without them', () => {
    expect(flagsOf('goods-price')).toMatchObject([
      { flag: 'goods', optional: false },
      { flag: 'cost', optional: true },
      { flag: 'shipping', optional: true },
      { flag: 'price', optional: true },
    ]);
    expect(missingFlags('refund', { order: 'SK-1' })).toEqual(['--fault', '--reason']);
    expect(missingFlags('goods-price', { goods: 'BT-541' })).toEqual([]);
  });

  it('are read as the types that a decision takes; what does not fit is left for the server to refuse', () => {
    const typed = { goods: 'BT-541', quantity: '2', amount: '5.00' };
    expect(inputOf('place-order', typed)).toEqual({ goods: 'BT-541', quantity: 2, amount: '5.00' });
    for (const quantity of ['two', '0x10', '1e3'])
      expect(inputOf('place-order', { quantity })).toEqual({ quantity });
    expect(inputOf('goods-restore', { goods: 'BT-541, BT-542' })).toEqual({ goods: ['BT-541', 'BT-542'] });
    const delivery = [{ region: 'europe', days: { min: 3, max: 5 } }];
    const words = { translations: '{"ja": "壁掛け時計"}', delivery: JSON.stringify(delivery) };
    expect(inputOf('goods-add', words)).toEqual({ translations: { ja: '壁掛け時計' }, delivery });
    expect(inputOf('permit', { take: 'true' })).toEqual({ take: true });
    expect(inputOf('permit', { take: 'yes' })).toEqual({ take: 'yes' });
  });

  it.each(Object.keys(decisions))('the flags of %s leave --by to the operator', (name) => {
    expect(flagsOf(name).map(({ flag }) => flag)).not.toContain('by');
  });
});

describe('the operator’s decisions', () => {
  const server = useServer('postgres');
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
    user = await server.addUser({ username: 'rana' });
    code = (await addListed(server, user)).code;
  });

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
    const placed = await post('place-order', { goods: code, quantity: 2, shop: 'rana' });
    expect(placed.data).toMatchObject({
      status: 'pending_payment',
      amount: '40.00',
      cost: '24.00',
      funding: 'escrow',
    });
    const order = placed.data.no ?? '';
    // The purchase itself is the merchant's: no decision pays in his place.
    expect(Object.keys(decisions)).not.toContain('pay');
    expect(await post('ship', { order, carrier: 'Meridian Post', tracking: 'MP1' })).toMatchObject({
      code: codes.invalidOperation,
      msg: expect.stringContaining('ship is not possible in the status pending_payment.'),
    });
    await pay(placed.data.id ?? '');
    const steps: [string, object, string][] = [
      ['ship', { order, carrier: 'Meridian Post', tracking: 'MP1' }, 'shipped'],
      ['scan', { order, place: 'Dubai', timeZone: 'Asia/Dubai' }, 'shipped'],
      ['deliver', { order }, 'to_be_accepted'],
      ['accept', { order }, 'accepted'],
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
    await post('ship', { order: late, carrier: 'Meridian Post', tracking: 'MP1' });
    await post('refund', { order: late, ...refund });
    expect(await post('supplier-repaid', { order: late })).toMatchObject({ data: { amount: '12.00' } });
    expect((await post('supplier-repaid', { order: late })).code).toBe(codes.invalidOperation);
  });

  it.each([
    ['nothing-like-it', {}, codes.recordNotFound],
    ['toString', {}, codes.recordNotFound],
    ['ship', {}, codes.invalidParameter],
    ['ship', { order: 'SK-none', carrier: 'Meridian Post', tracking: 'MP1' }, codes.recordNotFound],
    ['ship', { order: 'SK-none', carrier: 'Meridian Post' }, codes.invalidParameter],
    ['tick', { surprise: '1' }, codes.invalidParameter],
    [
      'traffic-report',
      { day: '2025-03-03', visitors: 1, reference: 'R-1', shop: 'none' },
      codes.recordNotFound,
    ],
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
    const much = { goods: 'x'.repeat(4_200_000) };
    expect((await post('traffic-report', much, {})).status).toBe(401);
    expect(await post('traffic-report', much)).toMatchObject({ status: 413, code: codes.invalidRequest });
  });

  it('refuse a text with NUL, which the database could not store', async () => {
    const hold = { amount: '1', code: 'risk', facts: 'a\u0000b', rule: 'r' };
    expect(await post('hold', hold)).toMatchObject({ status: 200, code: codes.invalidParameter });
    const { msg } = await post('goods-restore', { goods: ['BT-541', '\u0000'] });
    expect(msg).toMatch(
      /^"goods.1" of goods-restore is "\\u0000", which does not fit: a character of it cannot/,
    );
  });

  it.each([
    ['no JSON', '{', { code: codes.invalidRequest, data: { reason: 'json' } }],
    [
      'nested too deeply',
      `{"order":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      { code: codes.invalidParameter, msg: expect.stringMatching(/^"order" of ship is nested too deeply\./) },
    ],
  ])('refuse what is %s as what it is', async (_, body, refusal) => {
    const app = createOpsApp({ ...server.deps, config: { ...server.deps.config, opsKey } });
    const answer = await app.request('/ship', {
      method: 'POST',
      headers: { 'x-ops-key': opsKey },
      body,
    });
    expect(await answer.json()).toMatchObject(refusal);
  });
});

const others = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const addresses = others.flatMap((method) => ['/ops', '/ops/x'].map((path) => [method, path] as const));
const sent = (method: string) => ({ method, headers: { 'x-ops-key': opsKey } });

describe('the address of decisions', () => {
  const server = useServer('postgres', { config: { opsKey } });

  it.each([
    ...addresses.filter(([method]) => method !== 'GET').map((sent) => [...sent, 'GET, POST'] as const),
    ['GET', '/ops/ship', 'POST'] as const,
    ['POST', '/ops/withdrawals', 'GET'] as const,
  ])('%s %s is answered with the methods that are taken: %s', async (method, path, allowed) => {
    const answer = await server.app.request(path, sent(method));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    // An answer to HEAD has the headers of one and nothing more.
    if (method === 'HEAD') return;
    const { code, msg, data } = (await answer.json()) as Record<string, unknown>;
    expect([code, data]).toEqual([codes.invalidRequest, { reason: 'method' }]);
    expect(msg).toMatch(/^Decisions are sent by POST to \/ops\/<decision>/);
  });

  it.each(['GET', 'POST'])('%s of no name, and of one that there is not, says so', async (method) => {
    expect((await server.app.request('/ops', sent(method))).status).toBe(404);
    const answer = await server.app.request('/ops/x', sent(method));
    expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([
      200,
      codes.recordNotFound,
    ]);
  });

  it.each(['2026-02-31T00:00:00Z', '2026-03-01T00:00:00+05'])(
    'reads nothing since %s, which is no time',
    async (since) => {
      const answer = await server.app.request(`/ops/orders?${new URLSearchParams({ since })}`, sent('GET'));
      const { code, msg } = (await answer.json()) as { code: number; msg: string };
      expect([code, msg]).toEqual([
        codes.invalidParameter,
        expect.stringMatching(/^"since" .+ write a time, like/),
      ]);
    },
  );

  it('reads no page behind a cursor that is of no list', async () => {
    const answer = await server.app.request('/ops/goods?cursor=made-up', sent('GET'));
    const { code, msg } = (await answer.json()) as { code: number; msg: string };
    expect([code, msg]).toEqual([codes.invalidParameter, expect.stringMatching(/Give the nextCursor of/)]);
  });

  it('reads a list by the fields of its query, and refuses those that it has not', async () => {
    const read = async (query: string) =>
      (await (await server.app.request(`/ops/withdrawals?${query}`, sent('GET'))).json()) as object;
    expect(await read('limit=5')).toMatchObject({ code: codes.ok, data: { list: [], nextCursor: null } });
    for (const [query, field] of [
      ['limit=five', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['cursor=x', 'cursor'],
      ['page=2', 'page'],
    ])
      expect(await read(query ?? '')).toMatchObject({ code: codes.invalidParameter, data: { field } });
  });
});

describe('the address of decisions on a server that starts', () => {
  const config = { ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' }), opsKey };
  const waiting = createStartupApp(config, { phase: 'starting', db: null });

  it.each([...addresses, ['POST', '/ops'], ['POST', '/ops/x']] as const)(
    '%s %s is answered in an envelope that nothing was carried out, and when to come back',
    async (method, path) => {
      const answer = await waiting.request(path, sent(method));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      if (method === 'HEAD') return;
      const { code, msg, data } = (await answer.json()) as Record<string, unknown>;
      expect([code, data]).toMatchObject([codes.systemBusy, { reason: 'starting', retryAfter: 2 }]);
      expect(msg).toContain('nothing was carried out. Send the same again in 2 seconds.');
    },
  );
});

it.each([
  ['place-order', 'quantity', { goods: 'BT-541', quantity: 'two' }, 'Expected a number, like 5.'],
  ['scan', 'at', { order: 'SK-1', at: 'yesterday' }, 'Expected a time, like "2026-03-01T09:00:00Z".'],
  [
    'merchant-open',
    'user',
    { user: '' },
    '"user" of merchant-open is "". Expected a text that is not empty.',
  ],
  ['merchant-open', 'user', { user: 'x'.repeat(129) }, 'Expected at most 128 characters.'],
  [
    'merchant-open',
    'user',
    { user: 'usr_1' },
    'write your own id of the user, which must not begin with "usr_"',
  ],
  ['hold', 'amount', { amount: 'ten' }, 'Expected an amount, like "12.50".'],
  ['picture-add', 'pictures', { pictures: 'aGk=' }, 'Expected a list.'],
  ['place-order', 'goods', { goods: 541 }, 'Expected a text.'],
  ['place-order', 'payment', { goods: 'BT-541', payment: 'P-1' }, 'write 8 to 128 letters, digits'],
  ['withdraw-paid', 'proof', { withdrawal: 'W-1', proof: 'B9' }, 'with at least 4 letters or digits'],
  ['scan', 'timeZone', { order: 'SK-1', timeZone: 'Mars/Base' }, 'a time zone like "Europe/Istanbul"'],
  [
    'traffic-report',
    'clicks.0.count',
    { day: '2026-03-01', reference: 'R-1', clicks: [{ goods: 'BT-541', count: -1 }] },
    '"clicks.0.count" of traffic-report is -1. Expected at least 0.',
  ],
  ['hold', 'amount', { amount: '0' }, 'Expected more than 0.'],
])('a refusal of %s with an invalid %s names in words what is expected', (name, flag, flags, expected) => {
  const decision = decisions[name];
  if (!decision) throw new Error(`no decision ${name}`);
  const { issues = [] } = v.safeParse(decision.input, flags);
  const issue = issues.find((each) => v.getDotPath(each) === flag);
  if (!issue) throw new Error(`no issue at ${flag}`);
  expect(inputRefused(name, decision, issue).detail.message).toContain(expected);
});

it.each([
  ['goods-type-add', codes.goodsTypeExists, { id: 'home' }, 'a type of goods with this "id" already: "home"'],
  ['goods-type-add', codes.goodsTypeDuplicated, { name: 'Home' }, 'named "Home" in the same place'],
  ['ship', codes.logisticsNotConfigured, { carrier: 'Slow Boat' }, 'Name another one; carrier-publish'],
])('%s refused with %i names the remedy', (name, code, input, remedy) => {
  const [field = ''] = Object.keys(input);
  expect(forDevelopers(refuse(code, { field }), name, input).detail.message).toContain(remedy);
});

describe.each(kinds)('the log of decisions on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  const log = () => server.deps.db.select().from(decisionLog).orderBy(asc(decisionLog.seq));
  const held = { amount: '30.00', code: 'risk', facts: 'Sign-in from a new country.', rule: 'Terms 9.1' };

  beforeAll(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100_000_000n);
  });

  it('has who decided what, when, and why', async () => {
    await server.decide('hold', { shop: user.shopId, ...held });
    expect((await log()).at(-1)).toMatchObject({
      name: 'hold',
      actor: 'operator:rosa',
      reasonCode: 'risk',
      reason: held.facts,
      input: { shop: user.shopId, ...held, days: 14 },
      at: server.clock.now(),
    });
  });

  it('has no decision that was refused, and the one that opens its own transactions', async () => {
    const before = (await log()).length;
    await expect(server.decide('hold', { shop: user.shopId, ...held, amount: '500.00' })).rejects.toThrow();
    await server.decide('tick');
    const since = (await log()).slice(before);
    expect(since.map(({ name }) => name)).toEqual(['tick']);
  });

  it.each(['update decision_log set actor = $$x$$', 'delete from decision_log', 'truncate decision_log'])(
    'refuses: %s',
    async (statement) => {
      const before = await log();
      await expect(server.deps.db.execute(sql.raw(statement))).rejects.toThrow();
      expect(await log()).toEqual(before);
    },
  );
});
