import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/ledger/audit.ts';
import { balanceOf, move, post } from '../../src/server/ledger/ledger.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { day } from '../../src/server/platform/clock.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { depositClaims, notices, orderEvents, shops, statements } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { recordClaimAppeal } from '../../src/server/trade/claims/end-claim.ts';
import { freeDeposit, reservedDeposit } from '../../src/server/trade/model/free-deposit.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { kinds } from '../harness/database.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';

type Order = Output<'POST /v1/order/list'>['list'][number];
type Flow = Output<'POST /v1/user/wallet_flow'>;
interface Claim {
  id: string;
  state: string;
  paid: string;
  statementId: string;
}

describe.each(kinds)('a claim on a deposit on %s', (kind) => {
  let server: TestServer;
  let user: TestUser;
  let goodsId: string;
  const call = async <T>(name: string, input: object = {}) =>
    (await server.call<T>(name, input, { token: await server.signIn(user) })).data;
  const shown = async ({ id }: OrderRow) =>
    (await call<{ list: Order[] }>('POST /v1/order/list', { id })).list[0] as Order;
  const say = (name: string, order: OrderRow, flags: object = {}) =>
    decide(server.deps, name, { order: order.no, ...flags }, 'rosa') as Promise<Claim>;
  const claim = (order: OrderRow, amount: string) =>
    say('claim-open', order, { amount, facts: 'The brand says it is a copy.', rule: 'Terms 8.1' });
  const appealClaim = (id: string) =>
    inTransaction(server.deps.db, (tx) =>
      recordClaimAppeal({ ...server.deps, db: tx }, id, { text: 'It is the real one.' }),
    );
  /** As a case posts it that has found who is at fault. */
  const refundBy =
    (fault: 'merchant' | 'supplier') =>
    ({ id: orderId }: OrderRow) =>
      apply(server, { orderId, event: 'refund', party: 'operator', decision: { fault } });
  const atFault = refundBy('merchant');
  const bySupplier = refundBy('supplier');
  const held = (name: string) => balanceOf(server.deps.db, `M.${name}:${user.shopId}`);
  const wait = async (ms: number) => {
    server.clock.advance(ms);
    await runDue(server.deps);
  };
  const order = async (status: OrderRow['status']) =>
    drive(server, await place(server, user, goodsId), status);
  const withDeposit = (amount: bigint) =>
    inTransaction(server.deps.db, (tx) =>
      post(tx, {
        kind: 'deposit',
        ref: `${user.shopId}_${amount}`,
        shopId: user.shopId,
        actor: 'test',
        at: server.clock.now(),
        entries: move(`M.available:${user.shopId}`, `M.deposit:${user.shopId}`, amount),
      }),
    );

  beforeAll(async () => {
    server = await startTestServer(kind);
  });
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });
  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
    goodsId = (await addListed(server, user)).id;
    await withDeposit(30n * UNITS);
    await server.deps.db
      .update(shops)
      .set({ depositRequired: 30n * UNITS })
      .where(eq(shops.id, user.shopId));
  });

  it('states its facts, its rule and the date first, and moves nothing', async () => {
    const row = await order('completed');
    const opened = await claim(row, '12.50');
    const [statement] = await server.deps.db
      .select()
      .from(statements)
      .where(eq(statements.id, opened.statementId));
    const objectBy = new Date(server.clock.now().getTime() + 7 * day);
    expect(statement).toMatchObject({
      kind: 'deposit_claim',
      shopId: user.shopId,
      facts: 'The brand says it is a copy.',
      rule: 'Terms 8.1',
      actor: 'operator:rosa',
      subject: opened.id,
      reviewBy: objectBy,
      params: { no: row.no, amount: '12.50' },
    });
    expect((await shown(row)).claim).toEqual({
      claimId: opened.id,
      state: 'open',
      amount: '12.50',
      paid: '0.00',
      appeal: statement?.appeal,
      since: server.clock.now().toISOString(),
      objectBy: objectBy.toISOString(),
    });
    const notified = await server.deps.db
      .select()
      .from(notices)
      .where(and(eq(notices.shopId, user.shopId), eq(notices.kind, 'claim_opened')));
    expect(notified).toMatchObject([{ params: { no: row.no, amount: '12.50' }, link: statement?.appeal }]);
    expect([await held('deposit'), await held('available')]).toEqual([30n * UNITS, 77n * UNITS]);
  });

  it('cannot be stored without a statement', async () => {
    const row = await order('completed');
    for (const missing of ['facts', 'rule']) {
      const flags = { amount: '1.00', facts: 'f', rule: 'r', [missing]: undefined };
      await expect(say('claim-open', row, flags)).rejects.toMatchObject({ code: codes.invalidParameter });
    }
    const { id } = await claim(row, '1.00');
    const [stored] = await server.deps.db.select().from(depositClaims).where(eq(depositClaims.id, id));
    const nameless = { ...stored, id: `${id}_2`, statementId: null, state: 'dropped' } as never;
    await expect(server.deps.db.insert(depositClaims).values(nameless)).rejects.toThrow();
  });

  it('is paid when seven days have passed without an appeal, out of the deposit and nothing else', async () => {
    const row = await order('completed');
    await claim(row, '12.50');
    const available = await held('available');
    await wait(7 * day - 1);
    expect(await held('deposit')).toBe(30n * UNITS);
    await wait(1);
    expect([await held('deposit'), await held('available')]).toEqual([17_500_000n, available]);
    expect(await shown(row)).toMatchObject({ refunded: '12.50', claim: { state: 'paid', paid: '12.50' } });
    const { list } = await call<Flow>('POST /v1/user/wallet_flow', { account: 'deposit' });
    expect(list[0]).toMatchObject({
      kind: 'deposit_claim',
      amount: '12.50',
      direction: 'out',
      refNo: row.no,
    });
    const [event] = await server.deps.db
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.orderId, row.id), eq(orderEvents.event, 'deposit_claim')));
    expect(event).toMatchObject({ profit: -12_500_000n, purchase: 0n, from: 'completed', to: 'completed' });
    await wait(30 * day);
    expect(await held('deposit')).toBe(17_500_000n);
  });

  it('is stopped by an appeal until that is decided on', async () => {
    const row = await order('completed');
    const { id } = await claim(row, '12.50');
    await expect(say('claim-decide', row, { result: 'pay', reason: 'At once.' })).rejects.toMatchObject({
      code: codes.invalidOperation,
    });
    await appealClaim(id);
    await wait(14 * day - 1);
    expect(await held('deposit')).toBe(30n * UNITS);
    expect((await shown(row)).claim?.state).toBe('objected');
    await say('claim-decide', row, { result: 'pay', reason: 'The documents are forged.' });
    expect(await held('deposit')).toBe(17_500_000n);
    await expect(appealClaim(id)).rejects.toMatchObject({ code: codes.invalidOperation });
  });

  it('comes back to the deposit where it should not have been paid, and the platform bears it', async () => {
    const row = await order('completed');
    const { statementId } = await claim(row, '12.50');
    await wait(7 * day);
    const loss = await totalOf(server.deps.db, 'P.loss');
    const input = { ref: statementId, text: 'It is the real one, see the invoice.' };
    const { appeal } = await call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
    await decide(
      server.deps,
      'appeal-decide',
      { appeal: appeal.no, outcome: 'reversed', reason: 'It is.' },
      'rosa',
    );
    expect([await held('deposit'), (await totalOf(server.deps.db, 'P.loss')) - loss]).toEqual([
      30n * UNITS,
      -12_500_000n,
    ]);
    expect(await shown(row)).toMatchObject({ refunded: '0.00', claim: null });
    const { list } = await call<Flow>('POST /v1/user/wallet_flow', { refNo: row.no, account: 'deposit' });
    expect(list.map(({ kind, direction }) => [kind, direction])).toEqual([
      ['reversal', 'in'],
      ['deposit_claim', 'out'],
    ]);
    await expect(say('claim-decide', row, { result: 'drop', reason: 'x' })).rejects.toMatchObject({
      detail: { reason: 'no_claim' },
    });
  });

  it('is never for what the buyer keeps of one that should not have been paid', async () => {
    const row = await order('completed');
    const before = await totalOf(server.deps.db, 'world:buyer');
    const { statementId } = await claim(row, '12.50');
    await wait(7 * day);
    const input = { ref: statementId, text: 'It is the real one, see the invoice.' };
    const { appeal } = await call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
    const decision = { appeal: appeal.no, outcome: 'reversed', reason: 'It is.' };
    await decide(server.deps, 'appeal-decide', decision, 'rosa');
    await expect(claim(row, '7.51')).rejects.toMatchObject({ detail: { reason: 'more_than_there_is' } });
    await claim(row, '7.50');
    await wait(7 * day);
    // All of the 20.00 that were paid, and not a cent more.
    expect((await totalOf(server.deps.db, 'world:buyer')) - before).toBe(20n * UNITS);
    expect(await held('deposit')).toBe(22_500_000n);
  });

  describe('a claim that was taken back', () => {
    const buyers = () => totalOf(server.deps.db, 'world:buyer');
    const kept = async (amount: string) => {
      const row = await order('waiting_for_withdrawal');
      const before = await buyers();
      const loss = await totalOf(server.deps.db, 'P.loss');
      const { statementId } = await claim(row, amount);
      await wait(7 * day);
      const input = { ref: statementId, text: 'It is the real one, see the invoice.' };
      const { appeal } = await call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
      const decision = { appeal: appeal.no, outcome: 'reversed', reason: 'It is.' };
      await decide(server.deps, 'appeal-decide', decision, 'rosa');
      const had = async () => [
        (await buyers()) - before,
        (await totalOf(server.deps.db, 'P.loss')) - loss,
        await held('deposit'),
      ];
      return { row, had };
    };

    it('is counted by a refund: no more is given back than was paid, and the platform bears nothing', async () => {
      const { row, had } = await kept('12.50');
      expect(await had()).toEqual([12_500_000n, -12_500_000n, 30n * UNITS]);
      await bySupplier(row);
      expect(await had()).toEqual([20n * UNITS, 0n, 30n * UNITS]);
      expect(await held('shop')).toBe(0n);
    });

    it('is counted by a refund for the merchant’s fault, and by its correction', async () => {
      const { row, had } = await kept('12.50');
      const entries = move(`M.available:${user.shopId}`, 'P.fees', await held('available'));
      await inTransaction(server.deps.db, async (tx) => {
        const posting = { kind: 'upgrade_fee', ref: row.id, shopId: user.shopId, actor: 'test' };
        await post(tx, { ...posting, at: server.clock.now(), entries });
      });
      await atFault(row);
      expect(await had()).toEqual([20n * UNITS, 0n, 18n * UNITS]);
      await say('refund-correct', row, { reason: 'The supplier sent another.' });
      expect(await had()).toEqual([20n * UNITS, 0n, 30n * UNITS]);
    });

    it('is counted by a refund that a later claim is given back by, and by its correction', async () => {
      const { row, had } = await kept('5.00');
      const { id } = await claim(row, '15.00');
      await appealClaim(id);
      await say('claim-decide', row, { result: 'pay', reason: 'The documents are forged.' });
      // Else the return window would end on the day on which the claim is paid.
      await say('case-open', row, { reason: 'It is broken.', code: 'damaged' });
      await wait(7 * day);
      expect(await had()).toEqual([20n * UNITS, -5n * UNITS, 15n * UNITS]);
      await atFault(row);
      expect(await had()).toEqual([20n * UNITS, 0n, 30n * UNITS]);
      await say('refund-correct', row, { reason: 'The supplier sent another.' });
      expect(await had()).toEqual([20n * UNITS, 0n, 30n * UNITS]);
    });

    it('is counted by a case, which is about the rest', async () => {
      const { row, had } = await kept('12.50');
      await say('case-open', row, { reason: 'It is broken.', code: 'damaged' });
      const ask = () =>
        call<Output<'POST /v1/order/after-sale/info'>>('POST /v1/order/after-sale/info', { orderId: row.id });
      const opened = (await ask()).case;
      expect(opened.wanted).toBe('7.50');
      expect(opened.effect?.find(({ key }) => key === 'buyer')?.amount).toBe('7.50');
      await call('POST /v1/order/after-sale', { caseId: opened.caseId, answer: 'approve' });
      expect(await had()).toEqual([20n * UNITS, 0n, 30n * UNITS]);
      expect((await ask()).case.refunded).toBe('7.50');
    });

    it('leaves no case where it was for everything', async () => {
      const { row } = await kept('20.00');
      const opening = say('case-open', row, { reason: 'It is broken.', code: 'damaged' });
      await expect(opening).rejects.toMatchObject({ code: codes.invalidOperation });
    });
  });

  it('can be dropped, and then be opened again', async () => {
    const row = await order('completed');
    const { id } = await claim(row, '12.50');
    await appealClaim(id);
    await say('claim-decide', row, { result: 'drop', reason: 'It is.' });
    expect((await shown(row)).claim).toBeNull();
    expect(await reservedDeposit(server.deps.db, user.shopId)).toBe(0n);
    expect((await claim(row, '20.00')).state).toBe('open');
  });

  it('is not opened again where the merchant was right twice, or was not answered in time', async () => {
    const row = await order('completed');
    for (const amount of ['12.50', '12.00']) {
      await appealClaim((await claim(row, amount)).id);
      await say('claim-decide', row, { result: 'drop', reason: 'The merchant is right.' });
    }
    await expect(claim(row, '11.00')).rejects.toMatchObject({ detail: { reason: 'appealed_twice' } });
    const unanswered = await order('completed');
    await appealClaim((await claim(unanswered, '10.00')).id);
    await wait(14 * day);
    expect((await shown(unanswered)).claim).toBeNull();
    await expect(claim(unanswered, '9.00')).rejects.toMatchObject({
      detail: { reason: 'appeal_unanswered' },
    });
    expect(await held('deposit')).toBe(30n * UNITS);
  });

  it('is not opened a fourth time where three were dropped, so that it cannot keep a deposit without end', async () => {
    const row = await order('completed');
    for (const amount of ['12.50', '12.00', '11.00']) {
      await claim(row, amount);
      await say('claim-decide', row, { result: 'drop', reason: 'A mistake.' });
    }
    await expect(claim(row, '10.00')).rejects.toMatchObject({ detail: { reason: 'claimed_thrice' } });
    expect(await reservedDeposit(server.deps.db, user.shopId)).toBe(0n);
  });

  it('is opened until thirty days after the time to return the order, and not later', async () => {
    const [row, other] = [await order('completed'), await order('completed')];
    const delivered = row.deliveredAt?.getTime() ?? 0;
    const last = delivered + server.deps.config.timing.returnWindow + 30 * day;
    server.clock.advance(last - server.clock.now().getTime());
    expect((await claim(row, '10.00')).state).toBe('open');
    server.clock.advance(day);
    await expect(claim(other, '10.00')).rejects.toMatchObject({ detail: { reason: 'too_old' } });
  });

  it('is for an order that is settled, once, for no more than was paid and is there', async () => {
    for (const status of ['to_be_shipped', 'accepted', 'cancelled', 'refunded'] as const) {
      await expect(claim(await order(status), '1.00'), status).rejects.toMatchObject({
        code: codes.invalidOperation,
      });
    }
    const row = await order('waiting_for_withdrawal');
    await expect(claim(row, '20.01')).rejects.toMatchObject({ detail: { reason: 'more_than_there_is' } });
    await claim(row, '20.00');
    await expect(claim(row, '1.00')).rejects.toMatchObject({ detail: { reason: 'claim_stands' } });
    const other = await order('completed');
    await expect(claim(other, '10.01')).rejects.toMatchObject({ detail: { reason: 'more_than_there_is' } });
    await claim(other, '10.00');
    expect(await freeDeposit(server.deps.db, user.shopId)).toBe(0n);
  });

  it('keeps its part of a deposit that is given back', async () => {
    await claim(await order('completed'), '12.50');
    expect(await freeDeposit(server.deps.db, user.shopId)).toBe(17_500_000n);
    await wait(7 * day);
    expect(await freeDeposit(server.deps.db, user.shopId)).toBe(17_500_000n);
  });

  it('goes back to the deposit where the order is refunded in full after all', async () => {
    const row = await order('waiting_for_withdrawal');
    const opened = await claim(row, '12.50');
    await wait(7 * day);
    const before = await totalOf(server.deps.db, 'world:buyer');
    await bySupplier(row);
    expect(await held('deposit')).toBe(30n * UNITS);
    expect(await held('shop')).toBe(0n);
    // The buyer had 12.50 already.
    expect((await totalOf(server.deps.db, 'world:buyer')) - before).toBe(7_500_000n);
    expect(await shown(row)).toMatchObject({ status: 'refunded', refunded: '20.00', claim: null });
    const [stored] = await server.deps.db.select().from(depositClaims).where(eq(depositClaims.id, opened.id));
    expect(stored).toMatchObject({ state: 'dropped', endReason: 'order_refunded' });
  });

  it('takes what is left of a deposit that was needed otherwise, and asks for no more', async () => {
    const row = await order('completed');
    await claim(row, '20.00');
    const short = await order('accepted');
    await inTransaction(server.deps.db, (tx) =>
      post(tx, {
        kind: 'upgrade_fee',
        ref: user.shopId,
        shopId: user.shopId,
        actor: 'test',
        at: server.clock.now(),
        entries: move(`M.available:${user.shopId}`, 'P.fees', 77n * UNITS),
      }),
    );
    await atFault(short);
    expect(await held('deposit')).toBe(18n * UNITS);
    await wait(7 * day);
    expect([await held('deposit'), await held('available')]).toEqual([0n, 0n]);
    expect((await shown(row)).claim).toMatchObject({ state: 'paid', amount: '20.00', paid: '18.00' });
  });
});
