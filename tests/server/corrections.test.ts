import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { lastSeq, move, post } from '../../src/server/ledger/ledger.ts';
import { day } from '../../src/server/platform/clock.ts';
import type { Deps } from '../../src/server/platform/context.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { corrections, entries, holds, recharges, transactions } from '../../src/server/schema.ts';
import {
  correctionsDue,
  recordCorrectionAppeal,
} from '../../src/server/services/corrections/announced-corrections.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { creditRecharge } from '../harness/credit-recharge.ts';
import { kinds } from '../harness/database.ts';
import { decide } from '../harness/decide.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';
import { useServer } from '../harness/use-server.ts';

interface Corrected {
  change: string;
  statementId: string | null;
}

describe.each(kinds)('corrections on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let goodsId: string;
  let refs = 0;
  const say = (name: string, flags: object) => server.decide<Corrected>(name, flags);
  const reverse = (flags: object) => say('reverse', { shop: user.shopId, ...flags });
  const held = (account: string) =>
    totalOf(server.deps.db, account.includes('.') ? account : `M.${account}:${user.shopId}`);
  const flow = async (input: object = {}) =>
    (await server.call('POST /v1/user/wallet_flow', input, { token: user.token })).data;
  const recharge = async (amount: bigint): Promise<string> => {
    const ref = `R-${refs++}`;
    const at = server.clock.now();
    const { shopId } = user;
    await inTransaction(server.deps.db, (tx) => creditRecharge(tx, { ref, shopId, amount, at }));
    return String(await lastSeq(server.deps.db, shopId));
  };
  const spend = (amount: bigint) =>
    inTransaction(server.deps.db, (tx) =>
      post(tx, {
        kind: 'upgrade_fee',
        ref: `UP-${refs++}`,
        shopId: user.shopId,
        actor: 'test',
        at: server.clock.now(),
        entries: move(`M.available:${user.shopId}`, 'P.fees', amount),
      }),
    );
  const order = async (status: OrderRow['status'], wallet = false) =>
    drive(
      server,
      await place(server, user, goodsId, wallet ? { wallet: 'held_until_delivery' } : {}),
      status,
    );

  beforeEach(async () => {
    user = await server.addUser();
    goodsId = (await addListed(server, user)).id;
  });

  it('leave the wrong row as it was, reverse it, and put the right one beside it', async () => {
    const seq = await recharge(99n * UNITS);
    const before = await server.deps.db
      .select()
      .from(entries)
      .where(and(eq(entries.chain, user.shopId), eq(entries.seq, BigInt(seq))));
    const done = await reverse({ transaction: seq, amount: '89.00', reason: 'The bank says 89.' });
    expect(done.change).toBe('-10.00');
    await user.wait(14 * day);
    expect(await held('available')).toBe(89n * UNITS);
    expect(
      await server.deps.db
        .select()
        .from(entries)
        .where(and(eq(entries.chain, user.shopId), eq(entries.seq, BigInt(seq)))),
    ).toEqual(before);
    const { list, closing } = await flow();
    const posted = list.filter(({ kind }) => !kind.startsWith('hold'));
    expect(posted.map((row) => [row.kind, row.direction, row.amount, row.reason])).toEqual([
      ['reversal', 'out', '99.00', 'The bank says 89.'],
      ['correction', 'in', '89.00', 'The bank says 89.'],
      ['recharge', 'in', '99.00', 'A transaction was corrected'],
    ]);
    expect(new Set(posted.map((row) => row.refNo)).size).toBe(1);
    expect(closing).toBe('89.00');
  });

  it('give no more for a recharge than one can be, which was mistyped', async () => {
    const transaction = await recharge(99n * UNITS);
    const more = (amount: string) => reverse({ transaction, amount, reason: 'More arrived.' });
    for (const amount of ['50000.01', '249999999999'])
      await expect(more(amount), amount).rejects.toMatchObject({
        code: codes.invalidParameter,
        detail: { field: 'amount', params: { kind: 'max_value', max: '50000.00' } },
      });
    expect(await held('available')).toBe(99n * UNITS);
    // What gives needs no reasons.
    expect((await more('50000.00')).statementId).toBeNull();
    expect(await held('available')).toBe(50_000n * UNITS);
  });

  it('give back of a fee what is right, also where the fee is above the largest recharge', async () => {
    await recharge(80_000n * UNITS);
    await spend(70_000n * UNITS);
    const transaction = String(await lastSeq(server.deps.db, user.shopId));
    await reverse({ transaction, amount: '60000.00', reason: 'The fee of the lower level.' });
    expect(await held('available')).toBe(20_000n * UNITS);
  });

  it('corrections of a posting that was corrected before are refused, and hold nothing', async () => {
    const transaction = await recharge(99n * UNITS);
    await reverse({ transaction, amount: '100.00', reason: 'One more arrived.' });
    const second = reverse({ transaction, amount: '89.00', reason: 'Ten less.' });
    await expect(second).rejects.toMatchObject({ detail: { reason: 'already_posted' } });
    expect(await held('frozen')).toBe(0n);
  });

  it('corrections that are sent at once with two sums are one', async () => {
    const transaction = await recharge(99n * UNITS);
    const sent = await Promise.allSettled([
      reverse({ transaction, amount: '100.00', reason: 'One more arrived.' }),
      reverse({ transaction, amount: '89.00', reason: 'Ten less.' }),
    ]);
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('need only the sum of the two: what gives comes before what takes', async () => {
    const seq = await recharge(99n * UNITS);
    await spend(60n * UNITS);
    await reverse({ transaction: seq, amount: '89.00', reason: 'Less.' });
    expect(await held('available')).toBe(29n * UNITS);
    await user.wait(14 * day);
    expect(await held('available')).toBe(29n * UNITS);
    const other = await recharge(99n * UNITS);
    await spend(120n * UNITS);
    const refused = reverse({ transaction: other, amount: '1.00', reason: 'Less.' });
    await expect(refused).rejects.toMatchObject({ code: codes.insufficientBalance });
    expect(await held('available')).toBe(8n * UNITS);
  });

  it('take back a posting that should not be there at all', async () => {
    const seq = await recharge(40n * UNITS);
    expect((await reverse({ transaction: seq, reason: 'Booked twice.' })).change).toBe('-40.00');
    expect((await flow()).list[0]).toMatchObject({
      kind: 'hold',
      reason: expect.stringMatching(/^On hold: a transaction was wrong/),
    });
    await user.wait(14 * day);
    expect((await flow()).list.map((row) => row.kind)).toEqual([
      'reversal',
      'hold_release',
      'hold_release',
      'hold',
      'hold',
      'recharge',
    ]);
  });

  it('correct a posting once, and no correction', async () => {
    const seq = await recharge(99n * UNITS);
    await reverse({ transaction: seq, amount: '98.00', reason: 'Less.' });
    const same = reverse({ transaction: seq, amount: '99.00', reason: 'Less.' });
    await expect(same).rejects.toMatchObject({ detail: { field: 'amount', reason: 'is_right' } });
    const again = reverse({ transaction: seq, amount: '97.00', reason: 'Less.' });
    await expect(again).rejects.toMatchObject({ detail: { reason: 'announced_already' } });
    await user.wait(14 * day);
    const third = reverse({ transaction: seq, amount: '97.00', reason: 'Less.' });
    await expect(third).rejects.toMatchObject({ detail: { reason: 'announced_already' } });
    const rows = await server.deps.db.select().from(transactions).where(eq(transactions.shopId, user.shopId));
    for (const row of rows.filter((one) => one.kind !== 'recharge')) {
      const undo = reverse({ transaction: String(row.seq), reason: 'Undo.' });
      await expect(undo, row.kind).rejects.toMatchObject({ code: codes.invalidOperation });
    }
    expect(await held('available')).toBe(98n * UNITS);
  });

  it('touch no posting that the state of an order, a hold or a withdrawal depends on', async () => {
    await recharge(50n * UNITS);
    await order('completed', true);
    await server.decide('hold', { shop: user.shopId, amount: '5.00', code: 'risk', facts: 'f', rule: 'r' });
    const rows = await server.deps.db.select().from(transactions).where(eq(transactions.shopId, user.shopId));
    const others = rows.filter((row) => row.kind !== 'recharge');
    expect(others.map((row) => row.kind)).toEqual(
      expect.arrayContaining(['order_placed', 'order_pay', 'settlement', 'release', 'hold']),
    );
    for (const row of others) {
      const refused = reverse({ transaction: String(row.seq), amount: '1.00', reason: 'x' });
      await expect(refused, row.kind).rejects.toMatchObject({ detail: { reason: 'not_correctable' } });
    }
    await expect(reverse({ transaction: '999999', reason: 'x' })).rejects.toMatchObject({
      code: codes.recordNotFound,
    });
  });

  it('change what a recharge says was received, unless nothing of it stays', async () => {
    const booked = async () => {
      const booking = { shop: user.shopId, amount: '30.00', proof: `BANK-${refs++}` };
      const { id } = (await say('recharge-book', booking)) as unknown as { id: string };
      const [row] = await server.deps.db.select().from(transactions).where(eq(transactions.ref, id));
      return { id, transaction: String(row?.seq) };
    };
    const [more, less, none] = [await booked(), await booked(), await booked()];
    await reverse({ transaction: more.transaction, amount: '31.00', reason: 'More.' });
    await reverse({ transaction: less.transaction, amount: '29.00', reason: 'Less.' });
    await reverse({ transaction: none.transaction, reason: 'Booked twice.' });
    const received = () =>
      Promise.all(
        [more, less, none].map(async ({ id }) => {
          const [row] = await server.deps.db.select().from(recharges).where(eq(recharges.id, id));
          return row?.received;
        }),
      );
    expect(await received()).toEqual([31n * UNITS, 30n * UNITS, 30n * UNITS]);
    await user.wait(14 * day);
    expect(await received()).toEqual([31n * UNITS, 29n * UNITS, 30n * UNITS]);
  });

  describe('that an appeal reverses after they were posted', () => {
    const appeal = async (ref: string | null) => {
      const { data } = await server.call(
        'POST /v1/shop/appeal',
        { ref, text: 'The bank shows what I sent.' },
        { token: user.token },
      );
      return data.appeal.no;
    };
    const answer = (no: string, outcome: 'upheld' | 'reversed') =>
      say('appeal-decide', { appeal: no, outcome, reason: 'The bank was asked.' });
    const posted = async (flags: object) => {
      const { statementId } = await reverse({ reason: 'The bank says so.', ...flags });
      await user.wait(20 * day);
      return appeal(statementId);
    };
    const booked = async (amount: string) => {
      const booking = { shop: user.shopId, amount, proof: `BANK ${refs++}` };
      const { id } = (await say('recharge-book', booking)) as unknown as { id: string };
      const [row] = await server.deps.db.select().from(transactions).where(eq(transactions.ref, id));
      return { booking, transaction: String(row?.seq) };
    };

    it('give back what they took, once, from the account that it went to', async () => {
      const no = await posted({ transaction: (await booked('99.00')).transaction, amount: '89.00' });
      const rail = await totalOf(server.deps.db, 'world:rail');
      expect(await held('available')).toBe(89n * UNITS);
      await answer(no, 'reversed');
      expect([await held('available'), (await totalOf(server.deps.db, 'world:rail')) - rail]).toEqual([
        99n * UNITS,
        -10n * UNITS,
      ]);
      await expect(answer(no, 'reversed')).rejects.toMatchObject({ detail: { reason: 'decided_already' } });
      const [row] = await server.deps.db.select().from(recharges).where(eq(recharges.shopId, user.shopId));
      expect(row).toMatchObject({ received: 99n * UNITS, reasonCode: 'unreported_transfer' });
      expect(await user.notices('correction_undone')).toMatchObject([
        { params: { ref: row?.no, amount: '10.00' } },
      ]);
      const { list } = await flow({ refNo: row?.no });
      const shown = list.filter(({ kind }) => !kind.startsWith('hold'));
      expect(shown.map((one) => [one.kind, one.direction, one.amount])).toEqual([
        ['reversal', 'in', '10.00'],
        ['reversal', 'out', '99.00'],
        ['correction', 'in', '89.00'],
        ['recharge', 'in', '99.00'],
      ]);
      expect(shown[0]).toMatchObject({
        refNo: row?.no,
        refType: 'recharge',
        recharge: { no: row?.no },
        reason: 'Your appeal was successful',
      });
    });

    it('give back what was added to a fee', async () => {
      await recharge(100n * UNITS);
      await spend(60n * UNITS);
      const transaction = String(await lastSeq(server.deps.db, user.shopId));
      const no = await posted({ transaction, amount: '70.00' });
      const fees = await held('P.fees');
      expect(await held('available')).toBe(30n * UNITS);
      await answer(no, 'reversed');
      expect([await held('available'), (await held('P.fees')) - fees]).toEqual([40n * UNITS, -10n * UNITS]);
      const [last] = (await flow()).list;
      expect(last).toMatchObject({ kind: 'reversal', refNo: `UP-${refs - 1}` });
    });

    it('give back a recharge that was taken whole, and count its payment again', async () => {
      const { booking, transaction } = await booked('30.00');
      const no = await posted({ transaction });
      expect(await held('available')).toBe(0n);
      await answer(no, 'reversed');
      expect(await held('available')).toBe(30n * UNITS);
      const again = { ...booking, proof: booking.proof.replace(' ', '-') };
      await expect(say('recharge-book', again)).rejects.toMatchObject({ detail: { reason: 'proof_used' } });
    });

    it('stay as they are where the appeal is upheld, and are corrected no more in either case', async () => {
      for (const outcome of ['upheld', 'reversed'] as const) {
        const transaction = await recharge(99n * UNITS);
        const before = await held('available');
        await answer(await posted({ transaction, amount: '89.00' }), outcome);
        expect(await held('available')).toBe(outcome === 'upheld' ? before - 10n * UNITS : before);
        const again = reverse({ transaction, amount: '88.00', reason: 'Another.' });
        await expect(again).rejects.toMatchObject({ detail: { reason: 'announced_already' } });
      }
      expect(await user.notices('correction_undone')).toHaveLength(1);
    });
  });

  it('hold what was appealed until the appeal is answered, and no longer than any hold', async () => {
    const { statementId } = await reverse({
      transaction: await recharge(99n * UNITS),
      amount: '89.00',
      reason: 'Less.',
    });
    server.clock.advance(3 * day);
    const at = server.clock.now();
    const appeal = (decideBy: Date) =>
      inTransaction(server.deps.db, (db) =>
        recordCorrectionAppeal({ ...server.deps, db }, statementId ?? '', decideBy),
      );
    await appeal(new Date(at.getTime() + 60 * day));
    const end = new Date(at.getTime() + 14 * day);
    const [hold] = await server.deps.db.select().from(holds).where(eq(holds.shopId, user.shopId));
    expect([hold?.releaseAt, hold?.reviewBy]).toEqual([end, end]);
    const [row] = await server.deps.db.select().from(corrections).where(eq(corrections.shopId, user.shopId));
    expect(row?.dueAt).toEqual(end);
  });

  it('put nothing on the supplier of an order that was never shipped', async () => {
    await recharge(50n * UNITS);
    const { id } = await order('to_be_shipped', true);
    await apply(server, { orderId: id, event: 'refund', party: 'platform', decision: { fault: 'merchant' } });
    const refused = say('refund-correct', { order: id, reason: 'The supplier sent another.' });
    await expect(refused).rejects.toMatchObject({ detail: { reason: 'not_on_the_shop' } });
  });

  it.each([
    ['the balance', true],
    ['the held payment', false],
  ])('put on the supplier what was put on the shop, where %s paid', async (_, wallet) => {
    await recharge(50n * UNITS);
    const row = await order('waiting_for_withdrawal', wallet);
    const other = await order('waiting_for_withdrawal', wallet);
    const profit = async () =>
      (await server.call('POST /v1/home/stat', {}, { token: user.token })).data.today;
    const byCase = { event: 'refund', party: 'platform' } as const;
    await apply(server, { ...byCase, orderId: other.id, decision: { fault: 'supplier' } });
    const right = { available: await held('available'), figures: await profit() };
    const decision = { fault: 'merchant' } as const;
    await apply(server, { orderId: row.id, event: 'refund', party: 'platform', decision });
    const receivable = await held('P.supplier_receivable');
    await say('refund-correct', { order: row.id, reason: 'The supplier sent another.' });
    expect((await held('P.supplier_receivable')) - receivable).toBe(-12n * UNITS);
    // Both orders are refunded alike now, and the figures say so.
    expect(await held('available')).toBe(right.available + (wallet ? 12n * UNITS : 0n));
    const after = await profit();
    expect([after.profitSettled, after.purchaseCost]).toEqual(['0.00', '0.00']);
    expect(right.figures.purchaseCost).toBe('12.00');
    expect((await say('supplier-repaid', { order: row.id })) as unknown).toMatchObject({ amount: '12.00' });
    const again = say('refund-correct', { order: row.id, reason: 'x' });
    await expect(again).rejects.toMatchObject({ detail: { reason: 'already_posted' } });
    const already = say('refund-correct', { order: other.id, reason: 'x' });
    await expect(already).rejects.toMatchObject({ detail: { reason: 'not_on_the_shop' } });
  });

  it('give back what the platform bore, and say so on the case', async () => {
    await recharge(5n * UNITS);
    const row = await order('accepted');
    await say('case-open', { order: row.id, reason: 'Another colour.', code: 'broken_promise' });
    const { data } = await server.call(
      'POST /v1/order/after-sale/info',
      { orderId: row.id },
      { token: user.token },
    );
    const { caseId } = data.case;
    await server.call('POST /v1/order/after-sale', { caseId, answer: 'approve' }, { token: user.token });
    expect(await held('available')).toBe(0n);
    const loss = await held('P.loss');
    await say('refund-correct', { order: row.id, reason: 'The supplier sent another.' });
    expect([await held('available'), (await held('P.loss')) - loss]).toEqual([5n * UNITS, 7n * UNITS]);
    const shown = await server.call('POST /v1/order/after-sale/info', { caseId }, { token: user.token });
    expect(shown.data.case).toMatchObject({ state: 'closed', fault: 'supplier' });
    expect(shown.data.case.history.at(-1)).toMatchObject({
      by: 'platform',
      text: 'The supplier sent another.',
    });
  });
});

describe('an appeal at the moment at which its correction is due', () => {
  const server = useServer('postgres');
  let statementId: string;
  let shopId: string;
  const isWaiting = sql`
    select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  /** Begins `second` while `first` has written and is not committed, and commits once the second waits or has ended. */
  const overlap = async (first: (deps: Deps) => Promise<unknown>, second: () => Promise<unknown>) => {
    const { deps } = server;
    let isOver = false;
    let other: Promise<unknown> = Promise.resolve();
    await inTransaction(deps.db, async (db) => {
      await first({ ...deps, db });
      other = second().finally(() => {
        isOver = true;
      });
      await expect.poll(async () => isOver || (await queryRows(deps.db, isWaiting)).length > 0).toBe(true);
    });
    await other;
  };
  const appeal = (deps: Deps) =>
    recordCorrectionAppeal(deps, statementId, new Date(deps.clock.now().getTime() + 14 * day));
  const stateIs = async () => {
    const [row] = await server.deps.db.select().from(corrections).where(eq(corrections.shopId, shopId));
    return [row?.state, await totalOf(server.deps.db, `M.frozen:${shopId}`)];
  };

  beforeEach(async () => {
    const { deps, clock } = server;
    ({ shopId } = await server.addUser());
    const credit = { ref: shopId, shopId, amount: 99n * UNITS, at: clock.now() };
    await inTransaction(deps.db, (tx) => creditRecharge(tx, credit));
    const seq = await lastSeq(deps.db, shopId);
    const flags = { shop: shopId, transaction: String(seq), amount: '89.00', reason: 'Less.' };
    const done = (await decide(deps, 'reverse', flags, 'rosa')) as Corrected;
    statementId = done.statementId ?? '';
    clock.advance(14 * day);
  });

  it('keeps it from being posted where the appeal was first', async () => {
    await overlap(appeal, () => correctionsDue.run(server.deps));
    expect(await stateIs()).toEqual(['appealed', 10n * UNITS]);
  });

  it('comes too late where the posting was first', async () => {
    await overlap(
      (deps) => correctionsDue.run(deps),
      () => inTransaction(server.deps.db, (db) => appeal({ ...server.deps, db })),
    );
    expect(await stateIs()).toEqual(['posted', 0n]);
  });
});
