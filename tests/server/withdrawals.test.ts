// One file for one noun: every step, refusal and race of a withdrawal stands on the same shop and account.

import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { limits } from '../../src/contract/limits.ts';
import { formatMoney, UNITS, unitOf } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { day, hour, minute } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { displayDateTimeNear } from '../../src/server/platform/texts/format.ts';
import { users, withdrawalSteps, withdrawals } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { feeOfSmallBalance, withdrawFee } from '../../src/server/services/withdrawals/check-withdrawal.ts';
import {
  stateOf,
  stepOf,
  withdrawalMachine,
} from '../../src/server/services/withdrawals/withdrawal-machine.ts';
import { addAccount, card, usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { verify } from '../harness/identity.ts';
import { passTime } from '../harness/pass-time.ts';
import { payPassword, startTestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import {
  balances,
  decideOn,
  type Flow,
  proofFor,
  takeBack,
  type Wallet,
  withdraw,
} from '../harness/withdrawing.ts';

type Quote = Extract<Output<'POST /v1/quote'>, { kind: 'withdraw' }>;

describe.each(kinds)('withdrawing on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let accountId: string;
  const call = <T>(name: string, input: object = {}, as = user) =>
    server.call<T>(name, input, { token: as.token, key: randomUUID() });
  const add = (amount: string, more: object = {}, key?: string) =>
    withdraw(server, user, { amount, accountId, ...more }, key);
  const asked = async (amount = '50.00') => (await add(amount)).data.withdrawal;
  const quote = (amount: string, more: object = {}) =>
    call<Quote>('POST /v1/quote', { kind: 'withdraw', amount, accountId, ...more });
  const wallet = async () => (await call<Wallet>('POST /v1/user/wallet')).data;
  const rowOf = async (no: string) =>
    (await call<Flow>('POST /v1/user/wallet_flow', { refNo: no, kinds: ['withdraw'], account: 'available' }))
      .data.list[0];
  const restrict = (restriction: string) =>
    server.decide('restrict', {
      shop: user.shopId,
      kind: restriction,
      facts: 'Sign-in from a new country.',
      rule: 'Terms 9.1',
    });

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
    accountId = (await usableAccount(server, user)).id;
  });

  it('says fee, net and the date before the password, and charges exactly that', async () => {
    const { data: quoted } = await quote('50.00');
    expect(quoted).toMatchObject({
      lines: [
        { key: 'amount', amount: '50.00' },
        { key: 'withdraw_fee', amount: '-0.75' },
      ],
      fee: '0.75',
      net: '49.25',
      total: '49.25',
      charged: '50.00',
      balanceAfter: '50.00',
    });
    expect(Date.parse(quoted.expectedBy) - server.clock.now().getTime()).toBe(2 * day);
    const { code, data } = await add('50.00', { quoteId: quoted.quoteId });
    expect(code).toBe(codes.ok);
    expect(data.withdrawal).toMatchObject({
      status: 'moderated',
      step: 'submitted',
      amount: '50.00',
      fee: quoted.fee,
      net: quoted.net,
      expectedBy: quoted.expectedBy,
      cancellable: true,
      overdue: false,
      reason: null,
      proof: null,
      account: { id: accountId, last4: '7890', inUse: true },
      timeline: [{ step: 'submitted', at: server.clock.now().toISOString() }],
    });
    expect(data.wallet).toMatchObject({
      balance: quoted.balanceAfter,
      frozenAmount: '50.00',
      total: '100.00',
    });
    expect(data.wallet.holds).toEqual([
      expect.objectContaining({
        amount: '50.00',
        reasonCode: 'withdrawal',
        ref: data.withdrawal.no,
        text: 'For a withdrawal you requested',
        reviewBy: quoted.expectedBy,
        condition: expect.stringMatching(/sent or returned/),
        appealUrl: null,
      }),
    ]);
    // A wish of one's own is no decision, so that nothing is listed among those.
    expect((await user.call('POST /v1/shop/statements')).data.list).toEqual([]);
  });

  it.each([
    ['10.00', '0.50'],
    ['33.33', '0.50'],
    ['33.34', '0.50'],
    ['34.00', '0.51'],
    ['99.99', '1.50'],
  ])('keeps 1.5 % and at least 0.50 of %s: %s', async (amount, fee) => {
    expect((await quote(amount)).data.fee).toBe(fee);
  });

  it('goes from asked to paid, each step with its true time', async () => {
    const times = [server.clock.now()];
    const { id, no } = await asked();
    const before = await balances(server, user);
    server.clock.advance(3 * hour);
    times.push(server.clock.now());
    expect(await decideOn(server, no, 'approve')).toMatchObject({ status: 'moderated', step: 'sent' });
    expect(await balances(server, user)).toEqual({
      ...before,
      frozen: 0n,
      clearing: before.clearing + 49_250_000n,
      fees: before.fees + 750_000n,
    });
    expect((await wallet()).holds).toEqual([]);
    server.clock.advance(20 * hour);
    times.push(server.clock.now());
    expect(await decideOn(server, id, 'paid')).toMatchObject({ status: 'completed', step: 'paid' });
    const row = await rowOf(no);
    expect(row).toMatchObject({ status: 'completed', refType: 'withdrawal', refNo: no });
    expect(row?.withdrawal).toMatchObject({ proof: proofFor(id), cancellable: false, overdue: false });
    expect(row?.withdrawal?.timeline).toEqual(
      ['submitted', 'sent', 'paid'].map((step, at) => ({ step, at: times[at]?.toISOString() })),
    );
    const after = await balances(server, user);
    expect(after).toMatchObject({ available: 50n * UNITS, clearing: before.clearing });
    expect(after.payout).toBe(before.payout + 49_250_000n);
    const steps = await server.deps.db
      .select()
      .from(withdrawalSteps)
      .where(eq(withdrawalSteps.withdrawalId, id));
    expect(steps.map(({ step, actor }) => [step, actor])).toEqual([
      ['submitted', user.userId],
      ['sent', 'operator:rosa'],
      ['paid', 'operator:rosa'],
    ]);
  });

  it('gives everything back when it is refused, and says why and what now', async () => {
    const { no } = await asked();
    await decideOn(server, no, 'reject');
    expect(await wallet()).toMatchObject({ balance: '100.00', frozenAmount: '0.00', holds: [] });
    const row = await rowOf(no);
    expect(row).toMatchObject({
      status: 'failed',
      withdrawal: {
        step: 'rejected',
        reasonCode: 'name_mismatch',
        cancellable: false,
        reason: expect.stringMatching(/verified name.*The account is in the name of L\. Haddad\./),
        operatorTexts: ['The account is in the name of L. Haddad.'],
        nextStep: expect.stringMatching(/in your own name/),
      },
    });
    const { list } = (await call<Flow>('POST /v1/user/wallet_flow', { refNo: no, account: 'available' }))
      .data;
    expect(list.map((one) => [one.kind, one.direction, one.amount])).toEqual([
      ['withdraw_return', 'in', '50.00'],
      ['withdraw', 'out', '50.00'],
    ]);
  });

  it('gives amount and fee back when the bank returns it after it had confirmed it, and then ends', async () => {
    const before = await balances(server, user);
    const { no } = await asked();
    await decideOn(server, no, 'approve');
    await decideOn(server, no, 'paid');
    server.clock.advance(2 * day);
    user.token = await server.signIn(user);
    expect(await decideOn(server, no, 'returned')).toMatchObject({
      status: 'failed',
      step: 'returned',
      reopened: false,
    });
    expect(await balances(server, user)).toEqual(before);
    const { withdrawal } = (await rowOf(no)) ?? {};
    expect(withdrawal).toMatchObject({
      status: 'failed',
      step: 'returned',
      proof: proofFor(no),
      reasonCode: 'account_closed',
      reason: expect.stringMatching(/closed.*Closed in January\./i),
      cancellable: false,
      waiting: null,
    });
    expect(withdrawal?.timeline.map(({ step }) => step)).toEqual(['submitted', 'sent', 'paid', 'returned']);
    const { list } = (await call<Flow>('POST /v1/user/wallet_flow', { refNo: no, account: 'available' }))
      .data;
    expect(list.map((one) => [one.kind, one.direction, one.amount])).toEqual([
      ['withdraw_return', 'in', '50.00'],
      ['withdraw', 'out', '50.00'],
    ]);
    for (const step of ['paid', 'returned'] as const)
      await expect(decideOn(server, no, step)).rejects.toMatchObject({ code: codes.invalidOperation });
    expect((await audit(server.deps.db)).findings).toEqual([]);
    const setBack = (sentBackAt: Date | null) =>
      server.deps.db.update(withdrawals).set({ sentBackAt }).where(eq(withdrawals.no, no));
    await setBack(null);
    expect((await audit(server.deps.db)).findings).toContainEqual(
      expect.stringMatching(/withdrawal wdr_\S+ \(returned\) demands no withdraw_paid, and .* was moved/),
    );
    await setBack(server.clock.now());
  });

  it('is taken back by its merchant until it is sent, once, without a fee', async () => {
    const { id, no } = await asked();
    const key = randomUUID();
    const answers = [await takeBack(server, user, id, key), await takeBack(server, user, id, key)];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.data).toMatchObject({
      withdrawal: { status: 'failed', step: 'cancelled', reasonCode: 'taken_back' },
      wallet: { balance: '100.00', frozenAmount: '0.00' },
    });
    expect(await takeBack(server, user, id)).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'status', params: { step: 'cancelled' } },
    });
    await expect(decideOn(server, no, 'approve')).rejects.toMatchObject({ code: codes.invalidOperation });
    const sent = await asked();
    await decideOn(server, sent.no, 'approve');
    expect((await takeBack(server, user, sent.id)).code).toBe(codes.invalidOperation);
    expect((await wallet()).balance).toBe('50.00');
  });

  it('cannot be cancelled while it is being paid, says until when, and can be again afterwards', async () => {
    const { id, no } = await asked();
    const startedAt = server.clock.now();
    const until = new Date(startedAt.getTime() + 4 * hour);
    expect(await decideOn(server, no, 'start')).toMatchObject({
      step: 'submitted',
      payingUntil: until.toISOString(),
      startsLeft: 1,
    });
    expect((await rowOf(no))?.withdrawal).toMatchObject({
      step: 'submitted',
      cancellable: false,
      waiting: {
        state: 'paying',
        text: 'Being paid: you can’t cancel it right now.',
        since: startedAt.toISOString(),
        until: until.toISOString(),
        appealUrl: null,
      },
    });
    const before = await balances(server, user);
    server.clock.advance(4 * hour - 1);
    const words = displayDateTimeNear(until.toISOString(), server.clock.now(), 'UTC', 'en');
    const { code, msg, data } = await user.call('POST /v1/user/withdraw/cancel', { id });
    expect([code, msg]).toEqual([
      codes.invalidOperation,
      `This withdrawal is being paid. You can’t cancel it until ${words}.`,
    ]);
    expect(data).toMatchObject({ reason: 'being_paid', params: { payingUntil: until.toISOString() } });
    expect(await balances(server, user)).toEqual(before);
    server.clock.advance(1);
    expect((await rowOf(no))?.withdrawal).toMatchObject({ cancellable: true, waiting: null });
    expect((await takeBack(server, user, id)).code).toBe(codes.ok);
    expect((await wallet()).balance).toBe('100.00');
  });

  const approve = (no: string) => server.decide('withdraw-approve', { withdrawal: no, proof: proofFor(no) });

  it('is not approved before its payment was started', async () => {
    const { no } = await asked();
    await expect(approve(no)).rejects.toMatchObject({
      code: codes.invalidOperation,
      detail: { reason: 'not_started', message: expect.stringContaining('withdraw-start') },
    });
    await decideOn(server, no, 'start');
    server.clock.advance(4 * hour - 1);
    expect(await approve(no)).toMatchObject({ step: 'sent' });
    await decideOn(server, no, 'paid');
  });

  it.each([
    ['once', 1],
    ['twice', 2],
  ])(
    'records what was paid after its payment was started %s and the hours ended, unless its merchant was first',
    async (_, starts) => {
      const lapse = async (no: string) => {
        for (let time = 0; time < starts; time++) {
          await decideOn(server, no, 'start');
          server.clock.advance(4 * hour);
        }
      };
      const [kept, cancelled] = [await asked('20.00'), await asked('30.00')];
      await lapse(kept.no);
      expect((await rowOf(kept.no))?.withdrawal).toMatchObject({ cancellable: true, waiting: null });
      expect(await approve(kept.no)).toMatchObject({ step: 'sent', startsLeft: 2 - starts });
      await lapse(cancelled.no);
      expect((await takeBack(server, user, cancelled.id)).code).toBe(codes.ok);
      await expect(approve(cancelled.no)).rejects.toMatchObject({ code: codes.invalidOperation });
      await decideOn(server, kept.no, 'paid');
    },
  );

  it('is not rejected while it is being paid, says until when, and can be afterwards', async () => {
    const { no } = await asked();
    const until = new Date(server.clock.now().getTime() + 4 * hour).toISOString();
    await decideOn(server, no, 'start');
    server.clock.advance(4 * hour - 1);
    await expect(decideOn(server, no, 'reject')).rejects.toMatchObject({
      code: codes.invalidOperation,
      detail: {
        reason: 'being_paid',
        params: { payingUntil: until },
        message: expect.stringContaining(until),
      },
    });
    expect(await wallet()).toMatchObject({ balance: '50.00', holds: [{ amount: '50.00' }] });
    server.clock.advance(1);
    await decideOn(server, no, 'reject');
    expect(await wallet()).toMatchObject({ balance: '100.00', holds: [] });
  });

  it.each(['cancelled', 'started'])(
    'is cancelled or being paid, not both, where it is %s first',
    async (first) => {
      for (let round = 0; round < 8; round++) {
        const { id, no } = await asked('20.00');
        const before = await balances(server, user);
        const cancel = () => takeBack(server, user, id).then(({ code }) => code === codes.ok);
        const start = () =>
          decideOn(server, no, 'start').then(
            () => true,
            () => false,
          );
        const [cancelled, started] =
          first === 'cancelled'
            ? await Promise.all([cancel(), start()])
            : await Promise.all([start(), cancel()]).then(([started, cancelled]) => [cancelled, started]);
        expect([cancelled, started].filter(Boolean)).toHaveLength(1);
        const back = cancelled ? 20n * UNITS : 0n;
        expect(await balances(server, user)).toMatchObject({
          available: before.available + back,
          frozen: before.frozen - back,
        });
        // What was started is sent, whatever its merchant does now.
        if (!started) continue;
        expect(await cancel()).toBe(false);
        await server.decide('withdraw-approve', { withdrawal: no, proof: proofFor(no) });
        await decideOn(server, no, 'returned');
      }
      expect(await balances(server, user)).toMatchObject({ available: 100n * UNITS, frozen: 0n });
    },
  );

  it('is in the audit where it was cancelled while it was being paid', async () => {
    const { id, no } = await asked();
    await takeBack(server, user, id);
    const paying = (payingStarts: number, payingUntil: Date | null) =>
      server.deps.db.update(withdrawals).set({ payingStarts, payingUntil }).where(eq(withdrawals.no, no));
    await paying(1, new Date(server.clock.now().getTime() + 1));
    expect((await audit(server.deps.db)).findings).toEqual([
      `withdrawal ${id} was cancelled while it was being paid`,
    ]);
    await paying(0, null);
  });

  it('ends once, whether merchant or operator is first', async () => {
    // Another one lies set aside beside it; its money would pay for a second end.
    const other = await asked('20.00');
    for (let round = 0; round < 8; round++) {
      const { id, no } = await asked('20.00');
      const before = await balances(server, user);
      const [cancelled, approved, rejected] = await Promise.all([
        takeBack(server, user, id).then(({ code }) => code === codes.ok),
        ...(['approve', 'reject'] as const).map((step) =>
          decideOn(server, no, step).then(
            () => true,
            () => false,
          ),
        ),
      ]);
      expect([cancelled, approved, rejected].filter(Boolean)).toHaveLength(1);
      const back = approved ? 0n : 20n * UNITS;
      const after = await balances(server, user);
      expect(after).toMatchObject({
        available: before.available + back,
        frozen: before.frozen - 20n * UNITS,
      });
      if (approved) await decideOn(server, no, 'returned');
    }
    await takeBack(server, user, other.id);
    expect(await balances(server, user)).toMatchObject({ available: 100n * UNITS, frozen: 0n });
  });

  it('never goes to an account that is removed while it is asked for', async () => {
    for (let round = 0; round < 8; round++) {
      const account = { ...card, cardNo: `6222021200000${100 + round}` };
      accountId = (await usableAccount(server, user, account)).id;
      const [removed, answer] = await Promise.all([
        call('POST /v1/user/bank/del', { id: accountId, payPassword }),
        add('10.00'),
      ]);
      const outcome = [removed.code, answer.code];
      expect([
        [codes.ok, codes.withdrawalAccountNotFound],
        [codes.invalidOperation, codes.ok],
      ]).toContainEqual(outcome);
      if (answer.code !== codes.ok) continue;
      await takeBack(server, user, answer.data.withdrawal.id);
      // Else the accounts that stayed would be too many, where the withdrawal wins too often.
      await call('POST /v1/user/bank/del', { id: accountId, payPassword });
    }
  });

  it('changes no balance when it is refused', async () => {
    const stranger = await server.addUser();
    const { data: foreign } = await addAccount(server, stranger);
    const young = (
      await addAccount(server, user, { type: 'trx_usdt', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })
    ).data;
    const { data: quoted } = await quote('50.00');
    const before = await balances(server, user);
    const refusals: [input: object, code: number, data: object][] = [
      [
        { amount: '9.99' },
        codes.invalidParameter,
        { field: 'amount', params: { kind: 'min_value', limit: '10.00', min: '10.00' } },
      ],
      [
        { amount: '50.001' },
        codes.invalidParameter,
        { field: 'amount', params: { kind: 'decimals', limit: 2 } },
      ],
      [{ amount: '100.01' }, codes.insufficientBalance, { params: { shortfall: '0.01' } }],
      [{ accountId: 'acc_none' }, codes.withdrawalAccountNotFound, { field: 'accountId' }],
      [{ accountId: foreign.account.id }, codes.withdrawalAccountNotFound, { field: 'accountId' }],
      [
        { accountId: young.account.id },
        codes.invalidOperation,
        { field: 'accountId', reason: 'account_new', params: { usableFrom: young.usableFrom } },
      ],
      [{ amount: '51.00', quoteId: quoted.quoteId }, codes.invalidOperation, { reason: 'quote_expired' }],
      [{ quoteId: 'quo_none' }, codes.invalidOperation, { reason: 'quote_expired' }],
    ];
    for (const [input, code, data] of refusals) {
      const body = { amount: '50.00', accountId, ...input };
      const answer = await withdraw(server, user, body);
      expect([code, answer.data]).toEqual([answer.code, data]);
      expect(await balances(server, user)).toEqual(before);
    }
    expect(await wallet()).toMatchObject({ holds: [], frozenAmount: '0.00' });
  });

  it.each(['3', '0'])(
    'charges nothing but what was quoted where the fee became %s %% since',
    async (percent) => {
      const { limits } = server.deps.config;
      const { data: quoted } = await quote('50.00');
      const before = await balances(server, user);
      server.deps.config.limits = { ...limits, withdrawalFeePercent: percent };
      const answer = await add('50.00', { quoteId: quoted.quoteId }).finally(() => {
        server.deps.config.limits = limits;
      });
      expect(answer).toMatchObject({ code: codes.invalidOperation, data: { reason: 'quote_expired' } });
      expect(await balances(server, user)).toEqual(before);
    },
  );

  it('uses its quote up, whatever key asks for the second', async () => {
    const { data } = await quote('50.00');
    const key = randomUUID();
    const { text } = await add('50.00', { quoteId: data.quoteId }, key);
    expect(await add('50.00', { quoteId: data.quoteId })).toMatchObject({
      data: { reason: 'quote_expired' },
    });
    expect((await add('50.00', { quoteId: data.quoteId }, key)).text).toBe(text);
    expect((await balances(server, user)).frozen).toBe(50n * UNITS);
  });

  it('leaves the quote open where the asking is refused', async () => {
    const { data } = await quote('100.00');
    const { id } = await asked('60.00');
    expect(await add('100.00', { quoteId: data.quoteId })).toMatchObject({ code: codes.insufficientBalance });
    await takeBack(server, user, id);
    expect(await add('100.00', { quoteId: data.quoteId })).toMatchObject({ code: codes.ok });
  });

  it('can be made again without a key as soon as it has failed, and only then', async () => {
    const keyless = async (amount: string) => {
      const input = { amount, accountId, payPassword };
      const { data } = await server.call('POST /v1/user/withdraw/add', input, {
        token: user.token,
      });
      return data.withdrawal;
    };
    const [first, other] = [await keyless('50.00'), await keyless('20.00')];
    expect((await keyless('50.00')).id).toBe(first.id);
    await takeBack(server, user, first.id);
    expect((await keyless('20.00')).id).toBe(other.id);
    const second = await keyless('50.00');
    expect(second.id).not.toBe(first.id);
    await decideOn(server, second.no, 'reject');
    expect((await keyless('50.00')).id).not.toBe(second.id);
    expect((await balances(server, user)).frozen).toBe(70n * UNITS);
  });

  it.each([
    ['withdrawal_prohibited', codes.withdrawalDisabled],
    ['wallet_frozen', codes.walletFrozen],
  ])('is refused with the statement while %s, which hides nothing', async (restriction, code) => {
    const under = await asked('20.00');
    await restrict(restriction);
    for (const answer of [await add('50.00'), await quote('50.00')])
      expect(answer).toMatchObject({
        code,
        data: { restriction: { kind: restriction, facts: 'Sign-in from a new country.', rule: 'Terms 9.1' } },
      });
    const shown = await wallet();
    expect(shown).toMatchObject({
      balance: '80.00',
      frozenAmount: '20.00',
      restrictions: [{ kind: restriction }],
    });
    expect(shown.holds).toHaveLength(1);
    const { data } = await call<Flow>('POST /v1/user/wallet_flow', { format: 'csv' });
    expect((await server.app.request(data.fileUrl ?? '')).status).toBe(200);
    // What was asked for before may still be taken back: nothing leaves the balance by it.
    expect((await takeBack(server, user, under.id)).code).toBe(codes.ok);
    // It ends by itself, without anything being paid.
    await passTime(server, user, 14 * day);
    await runDue(server.deps);
    expect((await add('50.00')).code).toBe(codes.ok);
  });

  it('waits a day after the payment password was changed', async () => {
    const usableFrom = new Date(server.clock.now().getTime() + day);
    await server.deps.db.update(users).set({ payUsableFrom: usableFrom }).where(eq(users.id, user.userId));
    expect(await add('50.00')).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'pay_password_new', params: { usableFrom: usableFrom.toISOString() } },
    });
    server.clock.advance(day - minute);
    await server.deps.db
      .update(users)
      .set({ payUsableFrom: server.clock.now() })
      .where(eq(users.id, user.userId));
  });

  it('keeps the account as it is until it has ended, and remembers it after it is gone', async () => {
    const { no } = await asked();
    const edit = { id: accountId, bankName: 'Other bank', payPassword };
    for (const [name, input] of [
      ['edit', edit],
      ['del', { id: accountId, payPassword }],
    ] as const)
      expect(await call(`POST /v1/user/bank/${name}`, input)).toMatchObject({
        code: codes.invalidOperation,
        data: { reason: 'account_in_use', params: { no } },
      });
    await decideOn(server, no, 'approve');
    expect((await call('POST /v1/user/bank/del', { id: accountId, payPassword })).code).toBe(
      codes.invalidOperation,
    );
    await decideOn(server, no, 'paid');
    expect((await call('POST /v1/user/bank/del', { id: accountId, payPassword })).code).toBe(codes.ok);
    expect((await rowOf(no))?.withdrawal?.account).toMatchObject({
      bankName: 'DEMO Bank',
      last4: '7890',
      inUse: false,
    });
  });

  it('says when it is late, once, and can still be taken back', async () => {
    const { id, no } = await asked();
    await passTime(server, user, 2 * day);
    expect((await rowOf(no))?.withdrawal?.overdue).toBe(false);
    server.clock.advance(1);
    await runDue(server.deps);
    await runDue(server.deps);
    expect((await rowOf(no))?.withdrawal?.overdue).toBe(true);
    const { list } = (await call<Output<'POST /v1/notify/list'>>('POST /v1/notify/list', { type: 'money' }))
      .data;
    expect(list.filter(({ title }) => title.includes('is late'))).toHaveLength(1);
    expect((await takeBack(server, user, id)).code).toBe(codes.ok);
    expect((await wallet()).balance).toBe('100.00');
  });

  it('promises no cancelling where it becomes late while it is being paid', async () => {
    const { id, no } = await asked();
    await passTime(server, user, 2 * day - hour);
    await decideOn(server, no, 'start');
    server.clock.advance(hour + 1);
    await runDue(server.deps);
    expect((await takeBack(server, user, id)).code).toBe(codes.invalidOperation);
    const { list } = (await call<Output<'POST /v1/notify/list'>>('POST /v1/notify/list', { type: 'money' }))
      .data;
    const late = list.find(({ title }) => title.includes('is late'));
    expect(late?.body).toMatch(/or cancel if payment hasn’t started\.$/);
  });

  it('takes no decision twice or out of turn, and its hold is not the operator’s to release', async () => {
    const { no } = await asked();
    const no203 = { code: codes.invalidOperation };
    for (const step of ['paid', 'returned'] as const)
      await expect(decideOn(server, no, step)).rejects.toMatchObject(no203);
    await expect(
      server.decide('withdraw-reject', { withdrawal: no, code: 'name_mismatch' }),
    ).rejects.toMatchObject({ code: codes.invalidParameter });
    const [hold] = (await wallet()).holds;
    for (const name of ['hold-release', 'hold-renew']) {
      const more = name === 'hold-renew' ? { facts: 'f', rule: 'r' } : {};
      await expect(server.decide(name, { hold: hold?.id, ...more })).rejects.toMatchObject({
        code: codes.recordNotFound,
      });
    }
    await decideOn(server, no, 'approve');
    await expect(decideOn(server, no, 'approve')).rejects.toMatchObject(no203);
    await expect(decideOn(server, no, 'reject')).rejects.toMatchObject(no203);
    await decideOn(server, no, 'paid');
    await expect(decideOn(server, no, 'paid')).rejects.toMatchObject(no203);
    await expect(decideOn(server, 'W-none', 'approve')).rejects.toMatchObject({ code: codes.recordNotFound });
  });

  it('is in the audit: what was sent and what lies between the ledger and the bank are one', async () => {
    const { id, no } = await asked();
    await decideOn(server, no, 'approve');
    const change = (by: bigint) =>
      server.deps.db
        .update(withdrawals)
        .set({ amount: sql`${withdrawals.amount} + ${by}` })
        .where(eq(withdrawals.id, id));
    await change(UNITS);
    expect((await audit(server.deps.db)).findings[0]).toMatch(/withdrawals that were sent/);
    await change(-UNITS);
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await decideOn(server, no, 'paid');
  });

  it('shows the account to pay to to the operator only', async () => {
    await verify(server, user);
    const { no, account } = await asked();
    const { list } = (await server.read('withdrawals')) as { list: { no: string }[] };
    // The account and the verified person have different names here.
    expect(list.find((row) => row.no === no)).toMatchObject({
      payTo: { number: '6222021234567890', accountName: 'Amina Haddad' },
      verifiedName: 'Amina Idris',
      nameDiffers: true,
    });
    expect(JSON.stringify(account)).not.toContain('6222');
  });
});

it('a withdrawal goes these ways and no other', () => {
  const ways = Object.entries(withdrawalMachine).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => `${from} ${event} ${to}`),
  );
  expect(ways).toEqual([
    'submitted start paying',
    'submitted cancel cancelled',
    'submitted reject rejected',
    'paying send sent',
    'lapsed start paying',
    'lapsed send sent',
    'lapsed cancel cancelled',
    'lapsed reject rejected',
    'sent confirm paid',
    'sent give_back returned',
    'sent overdue overdue',
    'overdue confirm paid',
    'overdue give_back returned',
    'overdue recall recalled',
    'recalled confirm paid',
    'recalled give_back restored',
    'recalled restore restored',
    'restored confirm lost',
    'paid give_back returned',
  ]);
});

it.each([
  [null, 0, 'submitted'],
  [4, 3, 'paying'],
  [4, 4, 'lapsed'],
] as const)('a withdrawal that is being paid until hour %s is at hour %i %s', (until, at, state) => {
  const row = {
    step: 'submitted' as const,
    payingUntil: until && new Date(until * hour),
    overdueAt: null,
    recalledAt: null,
    lostAt: null,
    sentBackAt: null,
  };
  expect(stateOf(row, new Date(at * hour))).toBe(state);
  expect(stepOf(state)).toBe('submitted');
  expect(stateOf({ ...row, step: 'sent' }, new Date(at * hour))).toBe('sent');
});

it.each(kinds)('an amount that its fee would take whole is refused beside the amount on %s', async (kind) => {
  // Terms that no start takes: what is tested stands behind that rule.
  const worst = { ...limits, withdrawalFeePercent: '99.999' };
  const server = await startTestServer(kind, { config: { limits: worst } });
  const user = await server.addUser();
  await server.fund(user.shopId, 1_000n * UNITS);
  const accountId = (await usableAccount(server, user)).id;
  const tooLittle = {
    status: 200,
    code: codes.invalidParameter,
    data: { field: 'amount', params: { kind: 'min_value', limit: '10.01' } },
  };
  expect(await withdraw(server, user, { amount: '10.00', accountId })).toMatchObject(tooLittle);
  const asked = { kind: 'withdraw', amount: '10.00', accountId };
  expect(await server.call('POST /v1/quote', asked, { token: user.token })).toMatchObject(tooLittle);
  const most = await withdraw(server, user, { amount: '999.00', accountId });
  expect(most).toMatchObject({ code: codes.ok, data: { withdrawal: { fee: '998.99', net: '0.01' } } });
  await server.close();
});

it('nothing at all cannot be withdrawn from an empty balance', async () => {
  const server = await startTestServer('postgres');
  const user = await server.addUser();
  const accountId = (await usableAccount(server, user)).id;
  expect(await withdraw(server, user, { amount: '0.00', accountId })).toMatchObject({
    status: 200,
    code: codes.invalidParameter,
    data: { field: 'amount' },
  });
  await server.close();
});

const accepts = (env: Record<string, string>) => {
  try {
    return readConfig(env).limits;
  } catch {
    return null;
  }
};

it('the start takes no terms by which a fee eats up an amount that may be withdrawn', () => {
  const termsIn = (currency: string) => {
    const unit = unitOf(currency);
    const upTo = (most: bigint) => fc.bigInt({ min: 0n, max: most / unit }).map((units) => units * unit);
    const percent = fc.bigInt({ min: 0n, max: 12n * UNITS }).map(formatMoney);
    return fc.tuple(fc.constant(currency), percent, upTo(2n * UNITS), upTo(2n * UNITS), upTo(UNITS));
  };
  fc.assert(
    fc.property(fc.oneof(...['USD', 'JPY', 'KWD'].map(termsIn)), ([currency, percent, least, min, over]) => {
      const taken = accepts({
        SOUK_CURRENCY: currency,
        SOUK_LIMIT_WITHDRAWAL_FEE_PERCENT: percent,
        SOUK_LIMIT_WITHDRAWAL_FEE_MINIMUM: formatMoney(least),
        SOUK_LIMIT_MINIMUM_WITHDRAWAL: formatMoney(min),
      });
      fc.pre(taken !== null);
      for (const amount of [min, min + over])
        expect(withdrawFee(amount, taken, currency)).toBeLessThan(amount);
      const rest = over + unitOf(currency);
      expect(feeOfSmallBalance(rest, taken, currency)).toBeLessThan(rest);
    }),
    { numRuns: 500 },
  );
});
