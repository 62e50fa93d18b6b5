import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { depositReturns, transactions } from '../../src/server/schema.ts';
import { changeLevel } from '../../src/server/services/levels/change-level.ts';
import { depositsDue } from '../../src/server/trade/deposits/deposit-return.ts';
import { kinds } from '../harness/database.ts';
import { verify } from '../harness/identity.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import { operator } from '../harness/recharging.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

describe.each(kinds)('a deposit on %s', (kind) => {
  const server = useServer(kind, { config: { operator } });
  let user: TestUser;
  const close = (more: object = {}, key?: string) =>
    user.call('POST /v1/shop/close', { payPassword, ...more }, key);
  const ops = (name: string, flags: object = {}) => server.decide(name, flags);
  /** Days go by, and what is due after each of these spans is done. */
  const live = async (...spans: number[]) => {
    for (const days of spans) await user.wait(days * day);
  };
  /** Accepted by itself, queued, settled: all that happens in the return window of an order that was delivered. */
  const inWindow = [7, 0.25, 1];
  const sold = async (to: Parameters<typeof drive>[2]) =>
    drive(server, await place(server, user, (await addListed(server, user)).id), to);

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 220n * UNITS);
    await verify(server, user);
    expect((await user.call('POST /v1/shop/upgrade', { typeId: 'merchant', payPassword })).code).toBe(
      codes.ok,
    );
  });

  describe('a deposit that is short', () => {
    // A refund for the merchant's fault is made good from the balance, which is empty, and then from the deposit.
    const fault = async () => {
      const order = await sold('to_be_accepted');
      const reason = { code: 'merchant_fault', text: 'Wrong article listed.' };
      await apply(server, {
        orderId: order.id,
        event: 'refund',
        party: 'platform',
        decision: { fault: 'merchant' },
        reason,
      });
      return order.cost;
    };

    it('keeps new goods out of the showcase, and nothing else', async () => {
      const listed = await addListed(server, user);
      const waiting = await place(server, user, listed.id);
      const cost = await fault();
      expect(await user.held('deposit')).toBe(200n * UNITS - cost);
      const { id: goodsId } = await addListed(server, await server.addUser());
      expect(
        await user.call('POST /v1/showcase/add', { items: [{ goodsId, sellingPrice: '20.00' }] }),
      ).toMatchObject({
        code: codes.insufficientPermissions,
        data: { reason: 'deposit_short', params: { shortfall: '12.00' } },
      });
      expect((await user.call('POST /v1/order/pay', { orderIds: [waiting.id], payPassword })).code).toBe(
        codes.ok,
      );
      const { list } = (await user.call('POST /v1/showcase/list', { status: 'listed' })).data;
      expect(list.map((item) => item.goodsId)).toContain(listed.id);
    });

    it('is filled up from proceeds, from no more than they are, and never from the balance', async () => {
      await server.fund(user.shopId, 5n * UNITS);
      const first = await sold('waiting_for_withdrawal');
      const second = await sold('waiting_for_withdrawal');
      await fault();
      const before = { available: await user.held('available'), deposit: await user.held('deposit') };
      expect(before).toEqual({ available: 0n, deposit: 193n * UNITS });
      await server.fund(user.shopId, 50n * UNITS);
      const release = ({ id }: { id: string }) =>
        apply(server, { orderId: id, event: 'release', party: 'system' });
      await release(first);
      // 20.00 sold, 12.00 cost, 1.00 fee: all of the 7.00 that the order brought was missing.
      expect([await user.held('available'), await user.held('deposit')]).toEqual([50n * UNITS, 200n * UNITS]);
      await release(second);
      expect([await user.held('available'), await user.held('deposit')]).toEqual([57n * UNITS, 200n * UNITS]);
      const ofFirst = eq(transactions.ref, first.id);
      const rows = await server.deps.db
        .select()
        .from(transactions)
        .where(ofFirst)
        .orderBy(asc(transactions.seq));
      expect(rows.at(-1)).toMatchObject({ kind: 'deposit', reason: 'deposit_refilled', actor: 'system' });
    });
  });

  describe('a deposit above what the level requires', () => {
    const release = ({ id }: { id: string }) =>
      apply(server, { orderId: id, event: 'release', party: 'system' });
    /** A refund that the deposit has covered, and proceeds that have refilled it; returns what puts it on the supplier. */
    const coverAndRefill = async () => {
      const other = await sold('waiting_for_withdrawal');
      const { id: orderId, no: order } = await sold('to_be_accepted');
      const decision = { fault: 'merchant' } as const;
      await apply(server, { orderId, event: 'refund', party: 'platform', decision });
      expect(await user.held('deposit')).toBe(188n * UNITS);
      await release(other);
      expect(await user.held('deposit')).toBe(195n * UNITS);
      return () => ops('refund-correct', { order, reason: 'The supplier sent another.' });
    };
    const returns = () =>
      server.deps.db
        .select()
        .from(depositReturns)
        .where(eq(depositReturns.shopId, user.shopId))
        .orderBy(asc(depositReturns.announcedAt), asc(depositReturns.id));

    it('comes back after a refund was put on the supplier, on a date that is announced, and nothing else of it', async () => {
      const correct = await coverAndRefill();
      await correct();
      expect(await user.held('deposit')).toBe(207n * UNITS);
      const available = await user.held('available');
      const { list } = (await user.call('POST /v1/notify/list')).data;
      expect(list.map(({ title }) => title)).toContain('Your security deposit will be returned');
      expect(await returns()).toMatchObject([{ reason: 'surplus', amount: 7n * UNITS, endedAt: null }]);
      await user.wait(0);
      expect([await user.held('deposit'), await user.held('available')]).toEqual([
        200n * UNITS,
        available + 7n * UNITS,
      ]);
      expect(await returns()).toMatchObject([{ returned: 7n * UNITS }]);
    });

    it('is added to the return that is planned, on the date that was announced', async () => {
      await sold('shipped');
      const correct = await coverAndRefill();
      const { depositReturnAt } = (await close()).data;
      await user.wait(day);
      await correct();
      const [planned, ...others] = await returns();
      expect([planned?.amount, planned?.dueAt.toISOString(), others]).toEqual([
        207n * UNITS,
        depositReturnAt,
        [],
      ]);
    });

    it('comes back with a higher level that requires less than it', async () => {
      const correct = await coverAndRefill();
      await correct();
      const { config } = server.deps;
      const depositByLevel = { ...config.limits.depositByLevel, partner: '205.00' };
      const limits = { ...config.limits, depositByLevel, newShopDepositCap: '1000.00' };
      const deps = { ...server.deps, config: { ...config, limits } };
      const request = { shopId: user.shopId, actor: user.userId, typeId: 'partner' };
      await server.fund(user.shopId, 1000n * UNITS);
      await inTransaction(deps.db, (db) => changeLevel({ ...deps, db }, request));
      expect((await returns()).filter(({ endedAt }) => !endedAt)).toMatchObject([{ amount: 2n * UNITS }]);
      await user.wait(0);
      expect(await user.held('deposit')).toBe(205n * UNITS);
    });
  });

  describe('a deposit of a shop that closes', () => {
    it('comes back on the date that was announced on the first day', async () => {
      await sold('to_be_accepted');
      const key = randomUUID();
      const { text, data } = await close({ reason: 'I move abroad.' }, key);
      expect(Date.parse(data.depositReturnAt) - server.clock.now().getTime()).toBe(14 * day);
      expect(data.closesAt).toBe(data.depositReturnAt);
      for (let again = 0; again < 2; again++)
        expect((await close({ reason: 'I move abroad.' }, key)).text).toBe(text);
      expect(await close()).toMatchObject({ code: codes.invalidOperation, data: { reason: 'closing' } });
      const info = (await user.call('GET /v1/shop/info')).data;
      expect(info).toMatchObject({ closesAt: data.closesAt, waitsFor: ['orders', 'money'] });
      await live(...inWindow, 5.5);
      expect(await user.held('deposit')).toBe(200n * UNITS);
      await user.wait(6 * hour);
      expect(server.clock.now().toISOString()).toBe(data.depositReturnAt);
      expect([await user.held('deposit'), await user.held('available')]).toEqual([0n, 207n * UNITS]);
    });

    it('comes back at once where nothing was ordered, and once', async () => {
      const { data } = await close();
      expect(data.depositReturnAt).toBe(server.clock.now().toISOString());
      const rounds = await Promise.all([depositsDue.run(server.deps), depositsDue.run(server.deps)]);
      expect(rounds.sort()).toEqual([0, 1]);
      expect([await user.held('deposit'), await user.held('available')]).toEqual([0n, 200n * UNITS]);
      expect((await user.call('GET /v1/shop/info')).data.waitsFor).toEqual(['money']);
      const rows = await server.deps.db
        .select()
        .from(depositReturns)
        .where(eq(depositReturns.shopId, user.shopId));
      expect(rows).toMatchObject([{ reason: 'close', amount: 200n * UNITS, returned: 200n * UNITS }]);
    });

    it('waits for an order that is late, and says the new date', async () => {
      const order = await sold('shipped');
      const first = (await close()).data;
      await live(20);
      expect(await user.held('deposit')).toBe(200n * UNITS);
      const info = (await user.call('GET /v1/shop/info')).data;
      expect(Date.parse(info.closesAt ?? '')).toBeGreaterThan(Date.parse(first.closesAt));
      const { list } = (await user.call('POST /v1/notify/list')).data;
      expect(list.map((notice) => notice.title)).toContain('Your security deposit will be returned later');
      await apply(server, { orderId: order.id, event: 'deliver', party: 'carrier' });
      await live(...inWindow, 6, 4);
      expect(await user.held('deposit')).toBe(0n);
    });
  });
});
