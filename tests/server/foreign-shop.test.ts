import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { decide } from '../../src/server/ops/decisions.ts';
import { addListed, drive, one, place } from '../harness/market.ts';
import { payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

// What belongs to one shop does not exist for another: not by its id, not by its number, not in any list.
describe('another shop’s things', () => {
  let server: TestServer;
  let owner: TestUser;
  let stranger: TestUser;
  let pending: { id: string; no: string };
  let shipped: { id: string; no: string };
  let listing: string;
  let quoteId: string;
  const as = <T>(user: TestUser, name: string, input: object = {}) =>
    server.call<T>(name, input, { token: user.token, key: randomUUID() });

  beforeAll(async () => {
    server = await startTestServer('postgres');
    owner = await server.addUser();
    stranger = await server.addUser();
    await server.fund(owner.shopId, 100n * one);
    await server.fund(stranger.shopId, 100n * one);
    const { id: goodsId, code } = await addListed(server, owner);
    pending = await place(server, owner, goodsId);
    shipped = await drive(server, await place(server, owner, goodsId), 'to_be_shipped');
    await decide(server.deps, 'ship', { order: shipped.id }, 'test');
    await decide(server.deps, 'click', { shop: owner.shopId, goods: code, count: '3' }, 'test');
    await decide(
      server.deps,
      'hold',
      { shop: owner.shopId, amount: '5.00', code: 'risk', facts: 'f', rule: 'r' },
      'test',
    );
    listing =
      (await as<Output<'POST /v1/showcase/list'>>(owner, 'POST /v1/showcase/list')).data.list[0]?.id ?? '';
    quoteId = (
      await as<Output<'POST /v1/quote'>>(owner, 'POST /v1/quote', { kind: 'order', orderIds: [pending.id] })
    ).data.quoteId;
  });
  afterAll(() => server.close());

  it('answer 404 by their ids', async () => {
    const calls: [name: string, input: object][] = [
      ['POST /v1/order/list', { id: pending.id }],
      ['POST /v1/order/pay', { orderIds: [pending.id], payPassword }],
      ['POST /v1/order/decline', { orderId: pending.id }],
      ['POST /v1/order/logistics', { orderId: shipped.id }],
      ['POST /v1/quote', { kind: 'order', orderIds: [pending.id] }],
      ['GET /v1/order/pay/amount', { orderIds: pending.id }],
      ['POST /v1/showcase/del', { ids: [listing] }],
      ['POST /v1/showcase/edit', { id: listing, sellingPrice: '30.00' }],
    ];
    for (const [name, input] of calls) {
      const { code, text } = await as(stranger, name, input);
      expect([name, code]).toEqual([name, codes.recordNotFound]);
      for (const secret of [owner.shopId, pending.no, shipped.no]) expect(text).not.toContain(secret);
    }
    expect((await as(owner, 'POST /v1/order/logistics', { orderId: shipped.id })).code).toBe(codes.ok);
  });

  it('give no quote to pay by', async () => {
    const answer = await as(stranger, 'POST /v1/order/pay', { orderIds: [pending.id], quoteId, payPassword });
    expect(answer).toMatchObject({ code: codes.invalidOperation, data: { reason: 'quote_expired' } });
  });

  it('are in no list, no sum and no count', async () => {
    const names = [
      ...[
        'POST /v1/order/list',
        'POST /v1/showcase/list',
        'POST /v1/user/wallet',
        'POST /v1/user/wallet_flow',
      ],
      ...['POST /v1/home/stat', 'GET /v1/shop/info', 'POST /v1/store/info', 'GET /v1/me'],
    ];
    const secrets = [owner.shopId, owner.userId, pending.id, pending.no, shipped.id, shipped.no, listing];
    for (const name of names) {
      const { text, code } = await as(stranger, name);
      expect(code).toBe(codes.ok);
      for (const secret of secrets) expect(text, name).not.toContain(secret);
    }
    const { data: list } = await as<Output<'POST /v1/order/list'>>(stranger, 'POST /v1/order/list');
    expect(list.counts.all).toBe(0);
    const { data: stat } = await as<Output<'POST /v1/home/stat'>>(stranger, 'POST /v1/home/stat');
    expect(stat.month).toMatchObject({ clicks: 0, orders: 0, purchaseCost: '0.00' });
    const { data: flow } = await as<Output<'POST /v1/user/wallet_flow'>>(
      stranger,
      'POST /v1/user/wallet_flow',
      { refNo: shipped.no },
    );
    expect(flow.list).toEqual([]);
  });
});
