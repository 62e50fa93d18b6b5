import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { hour, minute } from '../../src/server/platform/clock.ts';
import { orders } from '../../src/server/schema.ts';
import { bothKinds } from '../harness/database.ts';
import { addListed, apply, place } from '../harness/market.ts';
import { payPassword, startTestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Quote = Output<'GET /v1/order/pay/amount'>;
const wallet = { wallet: 'held_until_delivery' };

describe.each(bothKinds)('paying orders on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let goodsId: string;
  const statusOf = async (id: string) =>
    (await server.deps.db.select().from(orders).where(eq(orders.id, id)))[0]?.status;
  const pay = (orderIds: string[], more: object = {}, key: string = randomUUID()) =>
    server.call('POST /v1/order/pay', { orderIds, payPassword, ...more }, { token: user.token, key });
  const quote = (orderIds: string[]) =>
    server.call<Quote>('POST /v1/quote', { kind: 'order', orderIds }, { token: user.token });
  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
    goodsId = (await addListed(server, user)).id;
  });

  it('charges what was quoted: cost, shipping, profit and what is left are shown first', async () => {
    const escrow = await place(server, user, goodsId, { quantity: 2 });
    const own = await place(server, user, goodsId, wallet);
    const { data: quoted } = await quote([escrow.id, own.id]);
    expect(quoted).toMatchObject({
      funding: 'mixed',
      total: '36.00',
      charged: '12.00',
      fee: '0.00',
      balanceAfter: '88.00',
      shortfall: null,
      lines: [
        { key: 'goods', amount: '30.00' },
        { key: 'shipping', amount: '6.00' },
      ],
      expectedProfit: '21.00',
    });
    expect(quoted.perOrder).toMatchObject([
      {
        orderId: escrow.id,
        funding: 'escrow',
        fundingReason: null,
        total: '24.00',
        fee: '2.00',
        expectedProfit: '14.00',
      },
      {
        orderId: own.id,
        funding: 'wallet',
        fundingReason: expect.stringMatching(/delivery/),
        total: '12.00',
      },
    ]);
    const { code, data } = await pay([escrow.id, own.id], { quoteId: quoted.quoteId });
    expect(code).toBe(codes.ok);
    expect(data.charged).toBe(quoted.charged);
    expect(data.wallet.balance).toBe(quoted.balanceAfter);
    expect(data.results.map((result) => [result.code, result.status])).toEqual([
      [codes.ok, 'to_be_shipped'],
      [codes.ok, 'to_be_shipped'],
    ]);
    expect(await user.held('available')).toBe(88n * UNITS);
  });

  it('takes the same key on another call for another key', async () => {
    const [order, other] = [await place(server, user, goodsId), await place(server, user, goodsId)];
    const key = randomUUID();
    expect((await pay([order.id], {}, key)).code).toBe(codes.ok);
    const as = { token: user.token, key };
    expect((await server.call('POST /v1/order/decline', { orderId: other.id }, as)).code).toBe(codes.ok);
    expect(await statusOf(other.id)).toBe('cancelled');
  });

  it('moves money once for two taps with two keys', async () => {
    const order = await place(server, user, goodsId, wallet);
    const both = await Promise.all([pay([order.id]), pay([order.id])]);
    expect(both.map((answer) => answer.code).sort()).toEqual([codes.ok, codes.invalidOperation]);
    expect(await user.held('available')).toBe(88n * UNITS);
  });

  it('pays nothing with a quote that has run out, or is for something else', async () => {
    const order = await place(server, user, goodsId, wallet);
    const other = await place(server, user, goodsId, wallet);
    const { data } = await quote([order.id]);
    const expired = { code: codes.invalidOperation, data: { reason: 'quote_expired' } };
    expect(await pay([order.id, other.id], { quoteId: data.quoteId })).toMatchObject(expired);
    server.clock.advance(5 * minute);
    expect(await pay([order.id], { quoteId: data.quoteId })).toMatchObject(expired);
    expect(await user.held('available')).toBe(100n * UNITS);
  });

  it('pays nothing with a quote of which one order is gone', async () => {
    const order = await place(server, user, goodsId, wallet);
    const gone = await place(server, user, goodsId, wallet);
    const { data } = await quote([order.id, gone.id]);
    await apply(server, { orderId: gone.id, event: 'cancel', party: 'buyer' });
    expect(await pay([order.id, gone.id], { quoteId: data.quoteId })).toMatchObject({
      data: { reason: 'quote_expired' },
    });
    expect(await statusOf(order.id)).toBe('pending_payment');
  });

  it('paying orders without a quote pays what can be paid and says so for each', async () => {
    const order = await place(server, user, goodsId);
    const gone = await place(server, user, goodsId);
    await apply(server, { orderId: gone.id, event: 'cancel', party: 'buyer' });
    const { data } = await pay([order.id, gone.id]);
    const byId = new Map(data.results.map((result) => [result.orderId, result]));
    expect(byId.get(order.id)).toMatchObject({ code: codes.ok, status: 'to_be_shipped' });
    expect(byId.get(gone.id)).toMatchObject({ code: codes.invalidOperation, status: 'cancelled' });
  });

  it('says by how much the balance is short, and pays nothing at all', async () => {
    const list = await Promise.all(
      [1, 2, 3].map(() => place(server, user, goodsId, { quantity: 3, ...wallet })),
    );
    const ids = list.map((order) => order.id);
    expect((await quote(ids)).data).toMatchObject({
      charged: '108.00',
      balanceAfter: '-8.00',
      shortfall: '8.00',
    });
    expect(await pay(ids)).toMatchObject({
      code: codes.insufficientBalance,
      data: { params: { shortfall: '8.00' } },
    });
    expect(await user.held('available')).toBe(100n * UNITS);
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'pending_payment'));
  });

  it('asks for a payment password before the first payment', async () => {
    user = await server.addUser({ withoutPayPassword: true });
    await server.fund(user.shopId, 100n * UNITS);
    goodsId = (await addListed(server, user)).id;
    const order = await place(server, user, goodsId, wallet);
    expect((await pay([order.id])).code).toBe(codes.payPasswordNotSet);
  });

  it('pays no order past its date', async () => {
    const order = await place(server, user, goodsId, wallet);
    server.clock.advance(23 * hour);
    await server.call('POST /v1/user/wallet', {}, { token: user.token });
    server.clock.advance(23 * hour);
    await server.call('POST /v1/user/wallet', {}, { token: user.token });
    server.clock.advance(2 * hour);
    expect(await pay([order.id])).toMatchObject({ code: codes.invalidOperation });
    expect((await quote([order.id])).code).toBe(codes.invalidOperation);
  });
});

describe('200 payments at once against money for 100', () => {
  it('go through exactly 100 times on PostgreSQL, and the balance is never below zero', {
    timeout: 180_000,
  }, async () => {
    const server = await startTestServer('postgres');
    const user = await server.addUser();
    await server.fund(user.shopId, 1_200n * UNITS);
    const { id: goodsId } = await addListed(server, user);
    const list = [];
    for (let count = 0; count < 200; count++) list.push(await place(server, user, goodsId, wallet));
    const answers = await Promise.all(
      list.map((order) => user.call('POST /v1/order/pay', { orderIds: [order.id], payPassword })),
    );
    const codesOf = answers.map((answer) => answer.code);
    expect(codesOf.filter((code) => code === codes.ok)).toHaveLength(100);
    expect(codesOf.filter((code) => code === codes.insufficientBalance)).toHaveLength(100);
    expect(await balanceOf(server.deps.db, `M.available:${user.shopId}`)).toBe(0n);
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });
});
