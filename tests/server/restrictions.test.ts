import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { day } from '../../src/server/platform/clock.ts';
import { creditLog, restrictions, showcase, statements } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { figuresDue } from '../../src/server/shops/figures/fold-deltas.ts';
import { kinds } from '../harness/database.ts';
import { addListed, place } from '../harness/market.ts';
import { password, payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

interface Restricted {
  id: string;
  statementId: string;
  reviewBy: string;
}
interface Refused {
  restriction: { id: string; kind: string; facts: string; rule: string; appeal: string; fileUrl: string };
  exports: { wallet: string; orders: string; statements: string; until: string };
}

const why = { facts: 'Two buyers reported the same parcel.', rule: 'Terms 9.1' };

describe.each(kinds)('a restriction on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let token: string;
  const call = <T>(name: string, input: object = {}) => server.call<T>(name, input, { token });
  const ops = <T = Restricted>(name: string, flags: object, by = 'rosa') => server.decide<T>(name, flags, by);
  const restrict = (what: string, more: object = {}) =>
    ops('restrict', { shop: user.shopId, kind: what, ...why, ...more });
  const signIn = () =>
    server.call<Refused & { token: string }>('POST /login', { username: user.username, password });
  const wait = async (ms: number) => {
    server.clock.advance(ms);
    await runDue(server.deps);
    const { code, data } = await signIn();
    if (code === codes.ok) token = data.token;
  };

  beforeEach(async () => {
    user = await server.addUser();
    token = user.token;
  });

  it.each([
    ['account_disabled', codes.accountDisabled, codes.accountDisabled],
    ['page_closed', codes.invalidUserPage, codes.ok],
    ['sign_in_refused', codes.loginError, codes.loginError],
  ])(
    '%s answers every call with %i, the reasons, and where the own files are',
    async (what, code, atDoor) => {
      const { id, statementId } = await restrict(what);
      const calls: [name: string, input: object][] = [
        ['GET /v1/me', {}],
        ['POST /v1/order/list', {}],
        ['POST /v1/showcase/add', { items: [{ goodsId: 'x', sellingPrice: '1.00' }] }],
      ];
      const answers = await Promise.all(calls.map(([name, input]) => call<Refused>(name, input)));
      const door = await signIn();
      expect(door.code).toBe(atDoor);
      for (const answer of atDoor === codes.ok ? answers : [...answers, door]) {
        expect(answer.code).toBe(code);
        expect(answer.data.restriction).toMatchObject({
          id,
          kind: what,
          ...why,
          appeal: `/appeal?ref=${statementId}`,
        });
        expect(Object.keys(answer.data.exports)).toEqual(['wallet', 'orders', 'statements', 'until']);
      }
      const stranger = { username: user.username, password: 'wrong-one-1' };
      expect((await server.call('POST /login', stranger)).code).toBe(codes.wrongCredentials);
      await ops('restriction-lift', { restriction: id, reason: 'It was the carrier.' });
      expect((await call('GET /v1/me')).code).toBe(codes.ok);
      expect((await signIn()).code).toBe(codes.ok);
    },
  );

  it('a restriction of one shop is none of another', async () => {
    const other = await server.addUser();
    await restrict('account_disabled');
    expect((await server.call('GET /v1/me', {}, { token: other.token })).code).toBe(codes.ok);
  });

  it('freezes the wallet for what the balance pays, and leaves it to be read', async () => {
    await server.fund(user.shopId, 100n * UNITS);
    const goodsId = (await addListed(server, user)).id;
    const [held, free] = [
      await place(server, user, goodsId, { wallet: 'held_until_delivery' }),
      await place(server, user, goodsId),
    ];
    const { id } = await restrict('wallet_frozen');
    const refused = await call<Refused>('POST /v1/order/pay', { orderIds: [held.id], payPassword });
    expect(refused).toMatchObject({
      code: codes.walletFrozen,
      data: { restriction: { id, kind: 'wallet_frozen' } },
    });
    expect((await call('POST /v1/order/pay', { orderIds: [free.id], payPassword })).code).toBe(codes.ok);
    const wallet = await call<Output<'POST /v1/user/wallet'>>('POST /v1/user/wallet');
    expect(wallet.data).toMatchObject({ balance: '100.00', restrictions: [{ id }] });
  });

  it('is in force once, and once again when it was lifted', async () => {
    const { id } = await restrict('listing');
    await expect(restrict('listing')).rejects.toMatchObject({ detail: { reason: 'restricted_already' } });
    await ops('restriction-lift', { restriction: id, reason: 'Explained.' });
    await expect(ops('restriction-lift', { restriction: id, reason: 'Explained.' })).rejects.toMatchObject({
      code: codes.recordNotFound,
    });
    await restrict('listing');
  });

  it('needs facts, a rule, and a review within 14 days', async () => {
    for (const missing of ['facts', 'rule', 'kind'])
      await expect(restrict('listing', { [missing]: undefined })).rejects.toMatchObject({
        code: codes.invalidParameter,
      });
    await expect(restrict('listing', { days: '15' })).rejects.toMatchObject({ code: codes.invalidParameter });
  });

  it('ends on its review date by itself, also before the round that writes it down', async () => {
    const { id, reviewBy } = await restrict('listing', { days: '3' });
    expect(Date.parse(reviewBy) - server.clock.now().getTime()).toBe(3 * day);
    const goodsId = (await addListed(server, await server.addUser())).id;
    const add = () => call('POST /v1/showcase/add', { items: [{ goodsId, sellingPrice: '20.00' }] });
    expect((await add()).code).toBe(codes.insufficientPermissions);
    server.clock.advance(3 * day);
    token = (await signIn()).data.token;
    expect((await add()).code).toBe(codes.ok);
    await runDue(server.deps);
    const [row] = await server.deps.db.select().from(restrictions).where(eq(restrictions.id, id));
    expect(row).toMatchObject({ liftedBy: 'system', liftReason: 'review_date_passed' });
    await runDue(server.deps);
    expect((await server.deps.db.select().from(restrictions).where(eq(restrictions.id, id)))[0]).toEqual(row);
  });

  it('goes on only with a new statement', async () => {
    const first = await restrict('wallet_frozen');
    await wait(13 * day);
    const again = {
      restriction: first.id,
      facts: 'The bank has not answered yet.',
      rule: 'Terms 9.1',
      days: '7',
    };
    const second = await ops('restriction-renew', again);
    expect(second.statementId).not.toBe(first.statementId);
    await wait(2 * day);
    const shown = (await call<Output<'GET /v1/me'>>('GET /v1/me')).data.restrictions;
    expect(shown).toMatchObject([{ id: first.id, facts: again.facts, reviewBy: second.reviewBy }]);
    await wait(5 * day);
    expect((await call<Output<'GET /v1/me'>>('GET /v1/me')).data.restrictions).toEqual([]);
    await expect(ops('restriction-renew', again)).rejects.toMatchObject({ code: codes.recordNotFound });
  });

  it('has a statement of reasons that cannot be changed', async () => {
    const { id, statementId } = await restrict('wallet_frozen');
    const [row] = await server.deps.db.select().from(statements).where(eq(statements.id, statementId));
    expect(row).toMatchObject({ ...why, subject: id, actor: 'operator:rosa', shopId: user.shopId });
    expect(row?.until).toEqual(row?.reviewBy);
    const change = server.deps.db
      .update(statements)
      .set({ facts: 'x' })
      .where(eq(statements.id, statementId));
    await expect(change).rejects.toThrow();
  });

  describe('on goods', () => {
    let goodsId: string;
    const delist = () => ops('goods-delist', { shop: user.shopId, goods: goodsId, ...why });
    const listing = async () => {
      const mine = and(eq(showcase.shopId, user.shopId), eq(showcase.goodsId, goodsId));
      return (await server.deps.db.select().from(showcase).where(mine))[0];
    };
    beforeEach(async () => {
      goodsId = (await addListed(server, user)).id;
    });

    it('takes them off with the statement, at no cost to the merchant’s quota', async () => {
      const { statementId } = await delist();
      expect(await listing()).toMatchObject({ status: 'unlisted', unlistReason: 'policy', statementId });
      const { data } = await call<Output<'POST /v1/showcase/list'>>('POST /v1/showcase/list');
      expect(data.list).toMatchObject([{ unlistReason: 'policy', status: 'unlisted' }]);
      expect(data.deleteQuota.used).toBe(0);
      await expect(delist()).rejects.toMatchObject({ code: codes.recordNotFound });
    });

    it('keeps them off while it lasts, and only in this shop', async () => {
      await delist();
      const items = [{ goodsId, sellingPrice: '20.00' }];
      expect((await call('POST /v1/showcase/add', { items })).code).toBe(codes.insufficientPermissions);
      const other = await server.addUser();
      expect((await server.call('POST /v1/showcase/add', { items }, { token: other.token })).code).toBe(
        codes.ok,
      );
    });

    it('leaves them off where the shop closes meanwhile, and they cannot be ordered', async () => {
      const { id } = await delist();
      expect((await call('POST /v1/shop/close', { payPassword })).code).toBe(codes.ok);
      await ops('restriction-lift', { restriction: id, reason: 'It was a mistake.' });
      expect(await listing()).toMatchObject({ status: 'unlisted', unlistReason: 'merchant' });
      await server.deps.db.update(showcase).set({ status: 'listed', unlistReason: null });
      await expect(place(server, user, goodsId)).rejects.toMatchObject({ code: codes.recordNotFound });
    });

    it('lists them again when it ends', async () => {
      await delist();
      await wait(14 * day);
      expect(await listing()).toMatchObject({ status: 'listed', unlistReason: null, statementId: null });
    });

    it.each([
      [{ stock: '0' }, 'stock_out'],
      [{ cost: '11.00' }, 'cost_change'],
    ])('leaves them off where the supplier has changed them meanwhile: %o', async (change, reason) => {
      const { id } = await delist();
      await ops('goods-change', { goods: goodsId, ...change });
      await ops('restriction-lift', { restriction: id, reason: 'Explained.' });
      expect(await listing()).toMatchObject({ status: 'unlisted', unlistReason: reason });
    });
  });

  describe('a restriction of the credit score', () => {
    const change = (points: string) =>
      ops<{ change: number; statementId: string }>('score-change', { shop: user.shopId, points, ...why });
    const credit = async () => (await call<Output<'GET /v1/shop/info'>>('GET /v1/shop/info')).data;

    it('has its statement, its reason and its appeal', async () => {
      await change('40');
      server.clock.advance(1);
      const { statementId } = await change('-5');
      const { credit: score, creditLog: log } = await credit();
      expect(score).toBe(35);
      expect(log[0]).toMatchObject({ delta: -5, score: 35, appeal: `/appeal?ref=${statementId}` });
      expect(log[0]?.reason).toContain(why.facts);
    });

    it('has the latest fifty of its changes, each with the score after it, whenever they are folded', async () => {
      const after: { delta: number; score: number }[] = [];
      let score = 0;
      for (let n = 0; n < 60; n++) {
        const delta = n % 2 === 0 ? 3 : -2;
        score += delta;
        after.push({ delta, score });
        await change(String(delta));
        if (n % 7 === 3) await figuresDue.run(server.deps);
        server.clock.advance(1);
      }
      const shop = await credit();
      expect(shop.credit).toBe(score);
      expect(shop.creditLog.map(({ delta, score }) => ({ delta, score }))).toEqual(
        after.reverse().slice(0, 50),
      );
      expect((await call<{ credit: number }>('POST /v1/store/info')).data.credit).toBe(score);
    });

    it('is 0 where its changes are, and none before the first', async () => {
      const scores = async () => [
        (await credit()).credit,
        (await call<{ credit: number | null }>('POST /v1/store/info')).data.credit,
      ];
      expect(await scores()).toEqual([null, null]);
      await change('5');
      await change('-5');
      expect(await scores()).toEqual([0, 0]);
      await figuresDue.run(server.deps);
      expect(await scores()).toEqual([0, 0]);
    });

    it('stays between 0 and 100', async () => {
      expect((await change('99')).change).toBe(99);
      expect((await change('9')).change).toBe(1);
      await expect(change('1')).rejects.toMatchObject({ code: codes.invalidOperation });
      const rows = await server.deps.db.select().from(creditLog).where(eq(creditLog.shopId, user.shopId));
      expect(rows.map((row) => row.change)).toEqual([99, 1]);
    });
  });
});
