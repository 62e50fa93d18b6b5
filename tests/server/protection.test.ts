import { and, eq, isNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { parseMoney, UNITS } from '../../src/contract/money.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { creditLog, entries, orders, statements, transactions } from '../../src/server/schema.ts';
import { decide } from '../harness/decide.ts';
import { addListed, drive, place, played } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

describe('the protection of merchants', () => {
  const server = useServer('postgres');
  let user: TestUser;
  let goodsId: string;
  const wallet = async () => (await user.call('POST /v1/user/wallet')).data;
  const hold = (more: object = {}) =>
    server.decide<{ id: string; statementId: string; reviewBy: string }>('hold', {
      shop: user.shopId,
      amount: '30.00',
      code: 'risk',
      facts: 'Sign-in from a new country.',
      rule: 'Terms 9.1',
      ...more,
    });

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
    goodsId = (await addListed(server, user)).id;
  });

  describe('every frozen unit', () => {
    it('has an amount, a reason, a start, an end and an appeal, and they add up', async () => {
      await hold();
      await hold({
        amount: '12.50',
        code: 'dispute',
        ref: 'SK-1',
        condition: 'dispute_decided',
      });
      const { frozenAmount, holds: shown, balance } = await wallet();
      expect(shown.reduce((sum, { amount }) => sum + parseMoney(amount), 0n)).toBe(parseMoney(frozenAmount));
      expect([balance, frozenAmount]).toEqual(['57.50', '42.50']);
      for (const hold of shown) {
        expect(hold).toMatchObject({
          text: 'Sign-in from a new country.',
          appealUrl: expect.stringMatching(/^\/appeal\?ref=sta_/),
        });
        expect(hold.releaseAt ?? hold.condition).toBeTruthy();
        expect(hold.reviewBy).toBeTruthy();
      }
    });

    it('cannot be stored without a reason', async () => {
      const nameless = sql`insert into holds (id, shop_id, amount, reason_code, text, ref, statement_id, since, review_by, appeal_url)
        values ('h', ${user.shopId}, 1, null, null, '', null, now(), now(), '')`;
      await expect(server.deps.db.execute(nameless)).rejects.toThrow();
      for (const missing of ['facts', 'rule', 'code']) {
        await expect(hold({ [missing]: undefined })).rejects.toMatchObject({ code: codes.invalidParameter });
      }
    });
  });

  describe('a hold', () => {
    it('is reviewed within 14 days, or ends by itself', async () => {
      await expect(hold({ days: '15' })).rejects.toMatchObject({ code: codes.invalidParameter });
      const { reviewBy } = await hold();
      expect(Date.parse(reviewBy) - server.clock.now().getTime()).toBe(14 * day);
      await user.wait(14 * day - 1);
      expect(await user.held('available')).toBe(70n * UNITS);
      await user.wait(1);
      expect(await user.held('available')).toBe(100n * UNITS);
      expect((await wallet()).frozenAmount).toBe('0.00');
    });

    it('goes on only with a new statement', async () => {
      const first = await hold();
      await user.wait(13 * day);
      const renewal = {
        hold: first.id,
        facts: 'The bank has not answered yet.',
        rule: 'Terms 9.1',
        days: '7',
      };
      const second = (await server.decide('hold-renew', renewal)) as typeof first;
      expect(second.statementId).not.toBe(first.statementId);
      await user.wait(2 * day);
      expect(await user.held('available')).toBe(70n * UNITS);
      await user.wait(5 * day);
      expect(await user.held('available')).toBe(100n * UNITS);
    });
  });

  describe('a balance', () => {
    it('changes by rows that cannot be edited, each with its author', async () => {
      const order = await drive(server, await place(server, user, goodsId), 'completed');
      const rows = await server.deps.db
        .select()
        .from(transactions)
        .where(eq(transactions.shopId, user.shopId));
      expect(rows.length).toBeGreaterThan(4);
      expect(rows.every((row) => row.actor.length > 0)).toBe(true);
      await expect(server.deps.db.update(entries).set({ amount: 1n })).rejects.toThrow();
      await expect(server.deps.db.delete(transactions)).rejects.toThrow();
      expect(order.status).toBe('completed');
    });

    it.each(['opening_balance', 'unreported_transfer'])(
      'grows by no %s without the reference of its payment, but in the demo',
      async (code) => {
        const booked = { shop: user.shopId, amount: '25.00', code };
        await expect(server.decide('recharge-book', booked)).rejects.toMatchObject({
          code: codes.parameterMissing,
          detail: { field: 'proof', reason: 'no_proof', message: expect.stringContaining('"proof"') },
        });
        expect(await user.held('available')).toBe(100n * UNITS);
        await decide(played(server.deps), 'recharge-book', booked, 'rosa');
        expect(await user.held('available')).toBe(125n * UNITS);
      },
    );
  });

  it('a lower score comes with its statement', async () => {
    await place(server, user, goodsId);
    await server.deps.db.insert(creditLog).values({
      id: `crd_${user.shopId}`,
      shopId: user.shopId,
      change: 90,
      code: 'opened',
      ref: '',
      at: server.clock.now(),
    });
    await user.wait(48 * hour);
    const { data } = await user.call('GET /v1/shop/info');
    expect(data.credit).toBe(88);
    expect(data.creditLog[0]).toMatchObject({
      delta: -2,
      score: 88,
      reason: expect.stringMatching(/pay or decline/),
    });
    const [statement] = await server.deps.db
      .select()
      .from(statements)
      .where(eq(statements.shopId, user.shopId));
    expect(data.creditLog[0]?.appeal).toBe(`/appeal?ref=${statement?.id}`);
    const silent = {
      id: `x_${user.shopId}`,
      shopId: user.shopId,
      change: -5,
      code: 'lapse',
      ref: '',
      at: server.clock.now(),
    };
    await expect(server.deps.db.insert(creditLog).values(silent)).rejects.toThrow();
  });

  it('no order waits for its merchant without the buyer’s money in escrow', async () => {
    const order = await place(server, user, goodsId);
    expect(await balanceOf(server.deps.db, `E.order:${order.id}`)).toBe(order.amount);
    const { data } = await user.call('POST /v1/order/list', { id: order.id });
    expect(data.list[0]?.provenance).toEqual({
      paymentRefMasked: 'Card •••• 4242',
      paidAt: order.buyerPaidAt.toISOString(),
      held: '20.00',
    });
    const unpaid = await server.deps.db
      .select({ id: orders.id })
      .from(orders)
      .leftJoin(transactions, and(eq(transactions.ref, orders.id), eq(transactions.kind, 'order_placed')))
      .where(isNull(transactions.seq));
    expect(unpaid).toEqual([]);
  });

  it('what is expected is in no sum with what is the merchant’s', async () => {
    await drive(server, await place(server, user, goodsId), 'accepted');
    const shown = await wallet();
    expect(shown).toMatchObject({
      settlementAmount: '7.00',
      balance: '100.00',
      shopBalance: '0.00',
      total: '100.00',
    });
  });

  it('a late order goes back to its buyer; the shop stays open and pays no fine', async () => {
    const order = await place(server, user, goodsId, { wallet: 'held_until_delivery' });
    await user.wait(48 * hour - 1);
    expect((await user.call('POST /v1/order/list', { id: order.id })).data.list[0]?.allowedActions).toContain(
      'pay',
    );
    await user.wait(1);
    const { data } = await user.call('POST /v1/order/list', { id: order.id });
    expect(data.list[0]).toMatchObject({
      status: 'cancelled',
      endReason: 'pay_by_passed',
      allowedActions: [],
      provenance: { held: '0.00' },
    });
    expect(await user.held('available')).toBe(100n * UNITS);
    expect((await user.call('GET /v1/me')).code).toBe(codes.ok);
    const next = await addListed(server, user);
    expect((await place(server, user, next.id)).status).toBe('pending_payment');
  });

  it('a supplier who does not ship gives the purchase cost back in full', async () => {
    const order = await drive(server, await place(server, user, goodsId, { wallet: 'x' }), 'to_be_shipped');
    expect(await user.held('available')).toBe(88n * UNITS);
    await user.wait(5 * day);
    const { data } = await user.call('POST /v1/order/list', { id: order.id });
    expect(data.list[0]).toMatchObject({ status: 'refunded', endReason: 'ship_by_passed' });
    expect(await user.held('available')).toBe(100n * UNITS);
  });

  it('a parcel that does not arrive gives buyer and merchant their money back on the date that the order shows', async () => {
    const order = await drive(server, await place(server, user, goodsId, { wallet: 'x' }), 'shipped');
    const shown = async () => (await user.call('POST /v1/order/list', { id: order.id })).data.list[0];
    const refundAt = new Date((await shown())?.refundAt ?? '');
    expect(refundAt.getTime() - server.clock.now().getTime()).toBe(45 * day);
    await user.wait(45 * day - 1);
    expect(await shown()).toMatchObject({ status: 'shipped' });
    await user.wait(1);
    expect(await shown()).toMatchObject({
      status: 'refunded',
      endReason: 'deliver_by_passed',
      refundAt: null,
      provenance: { held: '0.00' },
    });
    expect(await user.held('available')).toBe(100n * UNITS);
    const [notice] = (await user.call('POST /v1/notify/list')).data.list;
    expect(notice).toMatchObject({
      kind: 'order_undelivered',
      body: expect.stringContaining('didn’t arrive in time'),
    });
  });
});
