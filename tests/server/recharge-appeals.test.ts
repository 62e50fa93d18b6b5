import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { day } from '../../src/server/platform/clock.ts';
import { shops, statements, transactions } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { verify } from '../harness/identity.ts';
import { hashOf, openTronChannel, operator, report } from '../harness/recharging.ts';
import type { TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';
import { useServer } from '../harness/use-server.ts';
import type { Flow } from '../harness/withdrawing.ts';

type Statements = Output<'POST /v1/shop/statements'>;
type Appealed = Output<'POST /v1/shop/appeal'>;

describe('a merchant with a recharge that came', () => {
  const server = useServer('postgres', { config: { operator } });
  let user: TestUser;
  let channelId: string;
  let balanceBefore: bigint;
  const ops = <T = Record<string, unknown>>(name: string, flags: object) =>
    server.decide<T>(name, flags, 'evil');
  const call = async <T>(name: string, input: object) => {
    user.token = await server.signIn(user);
    return (await user.call<T>(name, input)).data;
  };
  const available = async () =>
    ((await balanceOf(server.deps.db, `M.available:${user.shopId}`)) - balanceBefore) / UNITS;
  const reported = async (txHash = hashOf(randomUUID())) => {
    user.token = await server.signIn(user);
    const { data } = await report(server, user, { channelId, amount: '100.00', txHash });
    return data.recharge.no;
  };
  const refuse = async (no: string, more: object = {}) =>
    ops('recharge-reject', { recharge: no, code: 'not_arrived', reason: 'Nothing at block 7.', ...more });
  const approve = (no: string, amount: string, more: object = {}) =>
    ops('recharge-approve', { recharge: no, amount, ...more });
  const cut = (no: string) => approve(no, '1.00', { code: 'network_fee', reason: 'TRON kept it.' });
  const statementsOf = async () => (await call<Statements>('POST /v1/shop/statements', {})).list;
  const newestStatement = async () => {
    const [statement] = await statementsOf();
    if (!statement) throw new Error('no statement of reasons');
    return statement;
  };
  const appeal = async () => {
    const { id: ref } = await newestStatement();
    const input = { ref, text: 'The explorer shows the whole amount.' };
    return (await call<Appealed>('POST /v1/shop/appeal', input)).appeal.no;
  };
  const answer = (no: string, outcome = 'reversed') =>
    ops<{ reopened: boolean }>('appeal-decide', { appeal: no, outcome, reason: 'The node was asked again.' });
  const shown = async (refNo: string) => {
    const { list } = await call<Flow>('POST /v1/user/wallet_flow', { refNo, kinds: ['recharge'] });
    return list.find(({ recharge }) => recharge)?.recharge;
  };
  /** Returns the number of the posting by which a recharge was credited. */
  const postingOf = async (no: string) => {
    const ref = (await shown(no))?.id ?? '';
    const [posting] = await server.deps.db
      .select({ seq: transactions.seq })
      .from(transactions)
      .where(and(eq(transactions.ref, ref), eq(transactions.kind, 'recharge')));
    return String(posting?.seq);
  };
  const correct = (transaction: string, amount: string) =>
    ops('reverse', { shop: user.shopId, transaction, amount, reason: 'Found at block 9.' });
  const setApart = () => totalOf(server.deps.db, 'P.clearing');

  beforeAll(async () => {
    channelId = (await openTronChannel(server)).id;
  });
  beforeEach(async () => {
    user = await server.addUser();
    await verify(server, user);
    balanceBefore = await balanceOf(server.deps.db, `M.available:${user.shopId}`);
  });

  describe('and was refused', () => {
    it('reads why in a statement of reasons, with amounts, code, words and the appeal', async () => {
      const no = await reported();
      await refuse(no);
      const statement = await newestStatement();
      expect(statement).toMatchObject({
        kind: 'recharge_rejected',
        title: 'A top-up was not approved',
        operatorTexts: ['Nothing at block 7.'],
        appeal: `/appeal?ref=${statement.id}`,
        issuedAt: server.clock.now().toISOString(),
        objection: null,
      });
      expect(statement.facts.replace(/[\u2066-\u2069]/g, '')).toBe(
        `Top-up ${no}: $100.00 reported, $0.00 arrived. We couldn’t find this payment. Nothing at block 7.`,
      );
      expect(await user.notices('recharge_rejected')).toMatchObject([{ link: statement.appeal }]);
      const [row] = await server.deps.db.select().from(statements).where(eq(statements.id, statement.id));
      expect(row?.subject).toBe((await shown(no))?.id);
    });

    it('has the report reviewed again after a justified appeal, with a new date, and is credited', async () => {
      const no = await reported();
      await refuse(no);
      const no2 = await appeal();
      server.clock.advance(3 * day);
      await answer(no2);
      expect(await shown(no)).toMatchObject({
        status: 'moderated',
        step: 'under_review',
        reasonCode: null,
        reason: null,
        expectedBy: new Date(server.clock.now().getTime() + day).toISOString(),
        overdue: false,
      });
      expect(await user.notices('recharge_reported')).toHaveLength(1);
      expect(await available()).toBe(0n);
      await approve(no, '100.00');
      expect(await available()).toBe(100n);
    });

    it('is refused again only with another statement, which has its own appeal', async () => {
      const no = await reported();
      await refuse(no);
      await answer(await appeal());
      server.clock.advance(day);
      await refuse(no);
      expect(await statementsOf()).toHaveLength(2);
      await answer(await appeal());
      expect((await shown(no))?.step).toBe('under_review');
    });

    it('stays refused after an appeal that is not justified', async () => {
      const no = await reported();
      await refuse(no);
      await answer(await appeal(), 'upheld');
      expect((await shown(no))?.step).toBe('rejected');
    });

    it('has one report under review where it was reported again before the answer', async () => {
      const hash = hashOf(randomUUID());
      const first = await reported(hash);
      await refuse(first);
      const no = await appeal();
      const second = await reported(hash);
      await answer(no);
      expect([(await shown(first))?.step, (await shown(second))?.step]).toEqual(['rejected', 'under_review']);
      await approve(second, '100.00');
      expect(await available()).toBe(100n);
    });

    it('gets what was set apart once, after a justified appeal, and it is not sent back as well', async () => {
      const before = await setApart();
      const no = await reported();
      await refuse(no, { code: 'not_the_sender', arrived: '100.00' });
      expect(await setApart()).toBe(before + 100n * UNITS);
      await answer(await appeal());
      expect([await available(), await setApart()]).toEqual([100n, before]);
      expect(await shown(no)).toMatchObject({ step: 'confirmed', received: '100.00', sendBack: null });
      await expect(ops('recharge-sent-back', { recharge: no, proof: 'BACK-77' })).rejects.toMatchObject({
        detail: { reason: 'nothing_to_send_back' },
      });
      await expect(approve(no, '100.00')).rejects.toMatchObject({ detail: { reason: 'status' } });
      const { list: toSendBack } = await server.read<{ list: { no: string }[] }>('recharges-to-send-back');
      expect(toSendBack.map((row) => row.no)).not.toContain(no);
      server.clock.advance(8 * day);
      await runDue(server.deps);
      expect(await user.notices('recharge_not_sent_back')).toEqual([]);
    });

    it('has a statement for the rest where less was set apart than was reported', async () => {
      const no = await reported();
      await refuse(no, { code: 'wrong_network', arrived: '60.00' });
      const first = await appeal();
      server.clock.advance(day);
      await answer(first);
      expect(await available()).toBe(60n);
      expect((await newestStatement()).kind).toBe('recharge_reduced');
      const no2 = await appeal();
      await correct(await postingOf(no), '100.00');
      await answer(no2);
      expect(await available()).toBe(100n);
    });

    it('leaves the payment to another shop where it was credited after an appeal and taken back', async () => {
      const hash = hashOf(randomUUID());
      const no = await reported(hash);
      await refuse(no, { code: 'not_the_sender', arrived: '100.00' });
      await answer(await appeal());
      const transaction = await postingOf(no);
      await ops('reverse', { shop: user.shopId, transaction, reason: 'It is of another shop.' });
      server.clock.advance(14 * day);
      await runDue(server.deps);
      expect(await available()).toBe(0n);
      user = await server.addUser();
      await verify(server, user);
      balanceBefore = await balanceOf(server.deps.db, `M.available:${user.shopId}`);
      await approve(await reported(hash), '100.00');
      expect(await available()).toBe(100n);
    });

    describe('with what came set apart for its sender', () => {
      let no: string;
      const sendBack = () => ops('recharge-sent-back', { recharge: no, proof: `BACK ${randomUUID()}` });
      const sendBackOf = async () => (await shown(no))?.sendBack;
      const fromNow = (days: number) => new Date(server.clock.now().getTime() + days * day).toISOString();
      const wait = (days: number) => user.wait(days * day);
      beforeEach(async () => {
        no = await reported();
        await refuse(no, { code: 'not_the_sender', arrived: '100.00' });
      });

      it('has it kept there until the appeal is answered, as recharge-sent-back is refused before', async () => {
        await wait(1);
        const decideBy = fromNow(14);
        const no2 = await appeal();
        const refusal = {
          code: codes.invalidOperation,
          detail: {
            reason: 'appeal_open',
            params: { no: no2, decideBy },
            message: expect.stringContaining(`${no2} by appeal-decide until ${decideBy}`),
          },
        };
        await expect(sendBack()).rejects.toMatchObject(refusal);
        await wait(20);
        await expect(sendBack()).rejects.toMatchObject(refusal);
        expect(await sendBackOf()).toMatchObject({ sentAt: null, proof: null });
        await answer(no2);
        expect(await available()).toBe(100n);
      });

      it('has it due back 7 days after an answer that the refusal was right, and overdue only then', async () => {
        expect(await sendBackOf()).toMatchObject({ by: fromNow(7), overdue: false });
        await wait(5);
        const no2 = await appeal();
        expect(await sendBackOf()).toMatchObject({ by: fromNow(21), overdue: false });
        await wait(10);
        expect(await sendBackOf()).toMatchObject({ overdue: false });
        expect(await user.notices('recharge_not_sent_back')).toEqual([]);
        await answer(no2, 'upheld');
        const by = fromNow(7);
        expect(await sendBackOf()).toMatchObject({ by, overdue: false });
        const { list: toSendBack } = await server.read<{ list: object[] }>('recharges-to-send-back');
        expect(toSendBack).toContainEqual(expect.objectContaining({ no, sendBackBy: by }));
        await wait(6);
        expect(await user.notices('recharge_not_sent_back')).toEqual([]);
        await wait(1);
        await wait(1);
        expect(await user.notices('recharge_not_sent_back')).toMatchObject([{ params: { by } }]);
        expect(await sendBackOf()).toMatchObject({ by, overdue: true });
        await sendBack();
        expect(await sendBackOf()).toMatchObject({ by, overdue: false });
      });

      it('is notified that it is overdue 7 days after the date by which an appeal was to be answered', async () => {
        await appeal();
        await wait(14);
        expect(await user.notices('appeal_overdue')).toHaveLength(1);
        expect(await user.notices('recharge_not_sent_back')).toEqual([]);
        await wait(8);
        expect(await user.notices('recharge_not_sent_back')).toHaveLength(1);
      });

      it('is notified once more that it is overdue 7 days after the answer to an appeal, where it was before', async () => {
        const [refusal] = await statementsOf();
        await wait(8);
        expect(await user.notices('recharge_not_sent_back')).toHaveLength(1);
        const first = (await sendBackOf())?.appealUrl;
        const late = (await call<Appealed>('POST /v1/shop/appeal', { ref: refusal?.id, text: 'It is mine.' }))
          .appeal.no;
        await wait(5);
        await answer(late, 'upheld');
        const by = fromNow(7);
        await wait(6);
        expect(await user.notices('recharge_not_sent_back')).toHaveLength(1);
        await wait(1);
        await wait(1);
        const stated = await user.notices('recharge_not_sent_back');
        expect(stated).toMatchObject([{ params: { by } }]);
        const { id, kind } = await newestStatement();
        expect(kind).toBe('recharge_not_sent_back');
        expect(await sendBackOf()).toMatchObject({ by, overdue: true, appealUrl: `/appeal?ref=${id}` });
        expect(first).not.toBe(`/appeal?ref=${id}`);
      });

      it('can have it sent back while an appeal against its being late is open', async () => {
        await wait(8);
        expect((await newestStatement()).kind).toBe('recharge_not_sent_back');
        await appeal();
        expect(await sendBackOf()).toMatchObject({ by: fromNow(-1), overdue: true });
        await sendBack();
        expect(await sendBackOf()).toMatchObject({ sentAt: server.clock.now().toISOString() });
      });

      it('sees the date that held when it was sent back, also after a later appeal', async () => {
        const by = fromNow(7);
        await sendBack();
        await wait(1);
        await appeal();
        expect(await sendBackOf()).toMatchObject({ by, overdue: false });
      });
    });

    it('is promised nothing by an appeal where the money has gone back to its sender', async () => {
      const no = await reported();
      await refuse(no, { code: 'not_the_sender', arrived: '100.00' });
      await ops('recharge-sent-back', { recharge: no, proof: `BACK ${randomUUID()}` });
      const no2 = await appeal();
      await expect(answer(no2)).rejects.toMatchObject({
        code: codes.invalidOperation,
        detail: { reason: 'sent_back', message: expect.stringContaining(no) },
      });
      expect(await available()).toBe(0n);
      await answer(no2, 'upheld');
    });

    it('finds the account open again where it was closed before the answer', async () => {
      const no = await reported();
      await refuse(no);
      const no2 = await appeal();
      const closed = { closingAt: server.clock.now(), closedAt: server.clock.now() };
      await server.deps.db.update(shops).set(closed).where(eq(shops.id, user.shopId));
      expect(await answer(no2)).toMatchObject({ reopened: true });
      await approve(no, '100.00');
      expect(await available()).toBe(100n);
    });

    it.each(['not_the_sender', 'wrong_network'])('learns what came for %s: 403 without it', async (code) => {
      const no = await reported();
      await expect(refuse(no, { code })).rejects.toMatchObject({
        code: codes.parameterMissing,
        detail: { field: 'arrived', message: expect.stringContaining('"arrived"') },
      });
      expect((await shown(no))?.step).toBe('under_review');
    });
  });

  describe('and was credited with less than was reported', () => {
    it('reads why in a statement of reasons, which its notice leads to', async () => {
      const no = await reported();
      await cut(no);
      const statement = await newestStatement();
      expect(statement).toMatchObject({ kind: 'recharge_reduced', operatorTexts: ['TRON kept it.'] });
      expect(statement.facts.replace(/[\u2066-\u2069]/g, '')).toBe(
        `Top-up ${no}: $100.00 reported, $1.00 arrived. The network deducted a fee. TRON kept it.`,
      );
      expect(await user.notices('recharge_differs')).toMatchObject([{ link: statement.appeal }]);
    });

    it('is promised nothing by an appeal before a correction has added what came', async () => {
      const no = await reported();
      await cut(no);
      const no2 = await appeal();
      const transaction = await postingOf(no);
      await expect(answer(no2)).rejects.toMatchObject({
        code: codes.invalidOperation,
        detail: {
          reason: 'not_corrected',
          params: { no, transaction },
          message: expect.stringContaining(`${no} has 1.00 of 100.00`),
        },
      });
      await correct(transaction, '99.00');
      await answer(no2);
      expect(await available()).toBe(99n);
      expect(await shown(no)).toMatchObject({ amount: '100.00', received: '99.00', step: 'confirmed' });
    });

    it('keeps what was credited after an appeal that is not justified', async () => {
      await cut(await reported());
      await answer(await appeal(), 'upheld');
      expect(await available()).toBe(1n);
    });
  });

  it('has no statement where all of it, or more, was credited', async () => {
    await approve(await reported(), '100.00');
    await approve(await reported(), '110.00', { code: 'exchange_rate' });
    expect(await statementsOf()).toEqual([]);
  });
});
