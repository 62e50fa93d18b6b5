import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { notices, statements } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { verify } from '../harness/identity.ts';
import { hashOf, openTronChannel, operator, report } from '../harness/recharging.ts';
import { payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { type Flow, takeBack, withdraw } from '../harness/withdrawing.ts';

// Each test plays an operator who has all the keys and wants to keep money that a merchant asked for.

interface Refused {
  code: number;
  detail: { field?: string; reason?: string; message?: string; params?: Record<string, string> };
}

describe.each(kinds)('an operator who keeps a merchant’s money on %s', (kind) => {
  let server: TestServer;
  let user: TestUser;
  let accountId: string;
  const ops = <T>(name: string, flags: object) => decide(server.deps, name, flags, 'evil') as Promise<T>;
  const refused = (name: string, flags: object): Promise<Refused> =>
    ops(name, flags).then(
      () => ({ code: codes.ok, detail: {} }),
      (error) => error as Refused,
    );
  const ask = async (amount: string) => {
    user.token = await server.signIn(user);
    const { data } = await withdraw(server, user, { amount, accountId });
    return data.withdrawal;
  };
  const start = (withdrawal: string) => ops('withdraw-start', { withdrawal });
  const send = async (withdrawal: string, proof = `FT ${randomUUID()}`) => {
    await start(withdrawal);
    await ops('withdraw-approve', { withdrawal, proof });
  };
  const statementsOf = () =>
    server.deps.db
      .select()
      .from(statements)
      .where(and(eq(statements.shopId, user.shopId), like(statements.kind, 'withdrawal_%')))
      .orderBy(statements.at, statements.id);
  const wait = async (ms: number) => {
    server.clock.advance(ms);
    await runDue(server.deps);
  };
  const held = (account: string) => balanceOf(server.deps.db, `M.${account}:${user.shopId}`);

  beforeAll(async () => {
    server = await startTestServer(kind, { config: { operator } });
  });
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });
  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 1_000n * UNITS);
    accountId = (await usableAccount(server, user)).id;
  });

  describe('rejects a withdrawal each time it is asked for, and', () => {
    const words = { code: 'security_check', reason: 'The check was not passed.' };
    const order = { 'legal-reference': 'District court of Harbour, 4 K 12/26, 2026-03-01' };
    const reject = (withdrawal: string, more: object = {}) =>
      refused('withdraw-reject', { withdrawal, ...words, ...more });

    it('is refused the third time in 30 days, and the money is there at once each time before', async () => {
      for (let time = 0; time < 2; time++) {
        expect((await reject((await ask('40.00')).id)).code).toBe(codes.ok);
        expect([await held('available'), await held('frozen')]).toEqual([1_000n * UNITS, 0n]);
        await wait(day);
      }
      const third = await ask('40.00');
      expect((await reject(third.id)).detail).toMatchObject({
        reason: 'rejected_too_often',
        message: expect.stringContaining('--legal-reference'),
      });
      await send(third.id);
      await ops('withdraw-paid', { withdrawal: third.id, proof: `FT ${randomUUID()}` });
      await wait(30 * day);
      expect((await reject((await ask('40.00')).id)).code).toBe(codes.ok);
    });

    it('counts what came back, and an account that was removed and added again', async () => {
      const first = await ask('40.00');
      await send(first.id);
      const back = { withdrawal: first.id, code: 'bank_refused', reason: 'The bank sent it back.' };
      expect((await refused('withdraw-returned', back)).detail.field).toBe('proof');
      await ops('withdraw-returned', { ...back, proof: `RT ${randomUUID()}` });
      await reject((await ask('40.00')).id);
      await server.call('POST /v1/user/bank/del', { id: accountId, payPassword }, { token: user.token });
      accountId = (await usableAccount(server, user)).id;
      expect((await reject((await ask('40.00')).id)).detail.reason).toBe('rejected_too_often');
    });

    it('counts what a bank sent back after it had confirmed it, with a statement, and by no reference of another', async () => {
      const other = await ask('60.00');
      const used = `FT ${randomUUID()}`;
      await send(other.id, used);
      const back = async () => {
        const { id, no } = await ask('40.00');
        await send(id);
        await ops('withdraw-paid', { withdrawal: id, proof: `FT ${randomUUID()}` });
        const returned = { withdrawal: id, code: 'account_closed', reason: 'The bank sent it back.' };
        expect((await refused('withdraw-returned', returned)).detail.field).toBe('proof');
        const { detail } = await refused('withdraw-returned', { ...returned, proof: used });
        expect(detail).toMatchObject({ reason: 'proof_used', params: { no: other.no } });
        await ops('withdraw-returned', { ...returned, proof: `RT ${randomUUID()}` });
        await wait(hour);
        return no;
      };
      const nos = [await back(), await back()];
      expect(await held('available')).toBe(940n * UNITS);
      expect(await statementsOf()).toMatchObject(
        nos.map((no) => ({ kind: 'withdrawal_returned', facts: 'The bank sent it back.', params: { no } })),
      );
      const returns = and(eq(notices.shopId, user.shopId), eq(notices.kind, 'withdrawal_returned'));
      const links = (await server.deps.db.select().from(notices).where(returns)).map(({ link }) => link);
      expect(links.sort()).toEqual((await statementsOf()).map(({ id }) => `/appeal?ref=${id}`).sort());
      expect((await reject((await ask('40.00')).id)).detail.reason).toBe('rejected_too_often');
    });

    it('goes on only by the order of an authority, which the merchant reads', async () => {
      await reject((await ask('40.00')).id);
      await reject((await ask('40.00')).id);
      const third = await ask('40.00');
      for (const reference of ['x', 'as agreed', 'The court, 2026', 'Court, 4 K 12/26, 2026-13-40'])
        expect((await reject(third.id, { 'legal-reference': reference })).detail.field).toBe(
          'legal-reference',
        );
      expect((await reject(third.id, order)).code).toBe(codes.ok);
      const stated = await statementsOf();
      expect(stated.map(({ facts }) => facts)).toContainEqual(
        expect.stringContaining(order['legal-reference']),
      );
      expect((await audit(server.deps.db)).legalReferences).toContainEqual({
        decision: 'withdraw-reject',
        actor: 'operator:evil',
        at: server.clock.now().toISOString().slice(0, 10),
        reference: order['legal-reference'],
      });
    });

    it('states reasons each time, with a notice that leads to the appeal', async () => {
      const { id, no } = await ask('40.00');
      await reject(id);
      const [statement] = await statementsOf();
      expect(statement).toMatchObject({ kind: 'withdrawal_rejected', facts: words.reason, params: { no } });
      const rejections = and(eq(notices.shopId, user.shopId), eq(notices.kind, 'withdrawal_rejected'));
      const [notice] = await server.deps.db.select().from(notices).where(rejections);
      expect(notice?.link).toBe(`/appeal?ref=${statement?.id}`);
      const input = { ref: statement?.id, text: 'I have asked for it myself.' };
      expect((await server.call('POST /v1/shop/appeal', input, { token: user.token })).code).toBe(codes.ok);
    });

    it('rejects no third of two that are decided at once', async () => {
      await reject((await ask('40.00')).id);
      const both = [await ask('40.00'), await ask('50.00')];
      const done = await Promise.all(both.map(({ id }) => reject(id)));
      expect(done.map(({ code }) => code).sort()).toEqual([codes.ok, codes.invalidOperation].sort());
    });
  });

  describe('refuses a recharge after its money arrived, and', () => {
    const arrivedFor = async () => {
      await verify(server, user);
      const { id: channelId } = await openTronChannel(server);
      const txHash = hashOf(randomUUID());
      const { data } = await report(server, user, { channelId, amount: '50.00', txHash });
      const { no } = data.recharge;
      const why = { code: 'not_the_sender', reason: 'It came from another name.', arrived: '50.00' };
      await ops('recharge-reject', { recharge: no, ...why });
      return no;
    };
    const shown = async (no: string) => {
      user.token = await server.signIn(user);
      const input = { refNo: no, kinds: ['recharge'] };
      const { data } = await server.call<Flow>('POST /v1/user/wallet_flow', input, { token: user.token });
      return data.list[0]?.recharge?.sendBack;
    };
    const noticesOf = async () => {
      const rows = await server.deps.db.select().from(notices).where(eq(notices.shopId, user.shopId));
      return rows.filter(({ kind }) => kind.includes('send_back') || kind.includes('sent_back'));
    };

    it('names a date for the way back, and is overdue after it with an appeal', async () => {
      const no = await arrivedFor();
      const by = new Date(server.clock.now().getTime() + 7 * day).toISOString();
      const waiting = { amount: '50.00', by, overdue: false, sentAt: null, proof: null, appealUrl: null };
      expect(await shown(no)).toEqual(waiting);
      expect(await noticesOf()).toMatchObject([{ kind: 'recharge_to_send_back', params: { no, by } }]);
      await wait(7 * day - 1);
      expect((await shown(no))?.overdue).toBe(false);
      await wait(2);
      const late = await shown(no);
      expect(late).toMatchObject({ overdue: true, appealUrl: expect.stringMatching(/^\/appeal\?ref=sta_/) });
      expect((await noticesOf()).at(-1)).toMatchObject({
        kind: 'recharge_not_sent_back',
        link: late?.appealUrl,
      });
      await wait(day);
      expect(await noticesOf()).toHaveLength(2);
      const { toSendBack } = await ops<{ toSendBack: object[] }>('recharges', {});
      expect(toSendBack).toContainEqual(expect.objectContaining({ no, arrived: '50.00', sendBackBy: by }));

      const proof = `RT ${randomUUID()}`;
      await ops('recharge-sent-back', { recharge: no, proof });
      expect(await shown(no)).toMatchObject({
        overdue: false,
        sentAt: server.clock.now().toISOString(),
        proof,
      });
    });

    it('sends it back by no reference that a withdrawal has', async () => {
      const first = await ask('40.00');
      const proof = `FT ${randomUUID()}`;
      await send(first.id, proof);
      const recharge = await arrivedFor();
      expect((await refused('recharge-sent-back', { recharge, proof })).detail.params).toEqual({
        no: first.no,
      });
    });
  });

  describe('starts a payment again and again so that it is never taken back, and', () => {
    it('is refused the third time, after twice four hours, and the merchant takes it back', async () => {
      const { id } = await ask('40.00');
      for (let time = 0; time < 2; time++) {
        await start(id);
        expect((await refused('withdraw-start', { withdrawal: id })).detail.reason).toBe('being_paid');
        server.clock.advance(4 * hour);
      }
      expect((await refused('withdraw-start', { withdrawal: id })).detail).toMatchObject({
        reason: 'started_too_often',
        message: expect.stringContaining('its merchant can cancel it'),
      });
      user.token = await server.signIn(user);
      expect((await takeBack(server, user, id)).code).toBe(codes.ok);
      expect([await held('available'), await held('frozen')]).toEqual([1_000n * UNITS, 0n]);
    });
  });

  describe('names one payment as the proof of two withdrawals, and', () => {
    it.each(['0000', '00-00 00', 'x1x', '---- ----'])(
      'is refused where it can name no payment: %s',
      async (proof) => {
        const { id } = await ask('40.00');
        await start(id);
        const { code, detail } = await refused('withdraw-approve', { withdrawal: id, proof });
        expect([code, detail.field]).toEqual([codes.invalidParameter, 'proof']);
      },
    );

    it('is refused with the withdrawal that has it, however the reference is written', async () => {
      const first = await ask('40.00');
      const second = await ask('50.00');
      const proof = `FT 2025-${randomUUID()}`;
      await send(first.id, proof);
      await start(second.id);
      const respelt = proof.replaceAll('-', ' ').toLowerCase();
      for (const again of [proof, respelt, ` ${proof}.`]) {
        const { code, detail } = await refused('withdraw-approve', { withdrawal: second.id, proof: again });
        expect({ code, ...detail }).toMatchObject({
          code: codes.invalidOperation,
          field: 'proof',
          reason: 'proof_used',
          params: { no: first.no },
          message: expect.stringContaining(first.no),
        });
      }
      expect(await held('frozen')).toBe(50n * UNITS);
      await ops('withdraw-paid', { withdrawal: first.id, proof });
    });

    it('is refused for the withdrawal of another shop too, by each reference that the first has', async () => {
      const first = await ask('40.00');
      const proof = `FT ${randomUUID()}`;
      await send(first.id, proof);
      await ops('withdraw-paid', { withdrawal: first.id, proof: `${proof} B` });
      user = await server.addUser();
      await server.fund(user.shopId, 100n * UNITS);
      accountId = (await usableAccount(server, user)).id;
      const other = await ask('40.00');
      await start(other.id);
      for (const used of [proof, `${proof} B`])
        expect(
          (await refused('withdraw-approve', { withdrawal: other.id, proof: used })).detail.params,
        ).toEqual({
          no: first.no,
        });
    });

    it('proves one of two that are decided at once', async () => {
      const both = [await ask('40.00'), await ask('50.00')];
      for (const { id } of both) await start(id);
      const proof = `FT ${randomUUID()}`;
      const sent = await Promise.all(
        both.map(({ id: withdrawal }) => refused('withdraw-approve', { withdrawal, proof })),
      );
      expect(sent.map(({ code }) => code).sort()).toEqual([codes.ok, codes.invalidOperation].sort());
    });

    it('gets no proof taken that is no reference', async () => {
      const { id: withdrawal } = await ask('40.00');
      for (const proof of ['ok', 'x', '-- .. --', '\u200b\u200b\u200b\u200babc', 'A1'.repeat(61)])
        expect((await refused('withdraw-approve', { withdrawal, proof })).detail.field, proof).toBe('proof');
      expect(await held('frozen')).toBe(40n * UNITS);
    });
  });
});
