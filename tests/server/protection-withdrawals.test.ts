import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { parseMoney, UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { day } from '../../src/server/platform/clock.ts';
import { usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import type { TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';
import { useServer } from '../harness/use-server.ts';
import { balances, decideOn, type Flow, proofFor, type Wallet, withdraw } from '../harness/withdrawing.ts';

type Withdrawal = NonNullable<Flow['list'][number]['withdrawal']>;

describe.each(kinds)('a withdrawal that no bank confirms on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let id: string;
  let no: string;
  const call = async <T>(name: string, input: object = {}) => (await user.call<T>(name, input)).data;
  const shown = async (): Promise<Withdrawal> => {
    const { list } = await call<Flow>('POST /v1/user/wallet_flow', { refNo: no, kinds: ['withdraw'] });
    return list[0]?.withdrawal as Withdrawal;
  };
  const own = async () => {
    const { available, frozen } = await balances(server, user);
    return { available, frozen };
  };
  const platform = async () => {
    const { clearing, fees, payout } = await balances(server, user);
    return { clearing, fees, payout, loss: await totalOf(server.deps.db, 'P.loss') };
  };
  const noticesNow = async () => (await user.notices()).map(({ kind: name }) => name);

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
    const { id: accountId } = await usableAccount(server, user);
    const { data } = await withdraw(server, user, { amount: '40.00', accountId });
    id = data.withdrawal.id;
    no = data.withdrawal.no;
  });

  // What a test leaves under way would come back in the next one's time.
  afterEach(() => decideOn(server, id, 'returned').catch(() => undefined));

  it('shows reason, since and until while it is on its way', async () => {
    await decideOn(server, id, 'approve');
    const sentAt = server.clock.now();
    const { waiting, proof, expectedBy } = await shown();
    expect(proof).toBe(proofFor(id));
    expect(waiting).toEqual({
      state: 'sent',
      text: expect.stringContaining('On its way'),
      since: sentAt.toISOString(),
      until: new Date(Date.parse(expectedBy) + 17 * day).toISOString(),
      appealUrl: null,
    });
  });

  it('is overdue after three days, back on hold fourteen days later, and in the balance after seven', async () => {
    const before = await platform();
    await decideOn(server, id, 'approve');
    const { fee } = await shown();
    const expectedBy = Date.parse((await shown()).expectedBy);
    await user.wait(expectedBy - server.clock.now().getTime() + 3 * day - 1);
    expect((await shown()).waiting?.state).toBe('sent');
    await user.wait(1);
    const overdue = await shown();
    expect(overdue.waiting).toMatchObject({
      state: 'overdue',
      since: server.clock.now().toISOString(),
      until: new Date(server.clock.now().getTime() + 14 * day).toISOString(),
      appealUrl: expect.stringMatching(/^\/appeal\?ref=sta_/),
    });
    expect(overdue).toMatchObject({ status: 'moderated', step: 'sent', passed: [{ event: 'overdue' }] });
    expect(await noticesNow()).toContain('withdrawal_unconfirmed');
    expect(await own()).toEqual({ available: 60n * UNITS, frozen: 0n });

    await user.wait(14 * day - 1);
    expect(await own()).toEqual({ available: 60n * UNITS, frozen: 0n });
    await user.wait(1);
    expect(await own()).toEqual({ available: 60n * UNITS, frozen: 40n * UNITS });
    const wallet = await call<Wallet>('POST /v1/user/wallet');
    const held = wallet.holds.reduce((sum, hold) => sum + parseMoney(hold.amount), 0n);
    expect(held).toBe(parseMoney(wallet.frozenAmount));
    expect(wallet.holds).toEqual([
      expect.objectContaining({
        amount: '40.00',
        ref: no,
        text: expect.stringContaining('no bank has confirmed'),
        releaseAt: new Date(server.clock.now().getTime() + 7 * day).toISOString(),
        appealUrl: expect.stringMatching(/^\/appeal\?ref=sta_/),
      }),
    ]);
    expect((await shown()).waiting?.state).toBe('recalled');
    expect(await noticesNow()).toContain('withdrawal_recalled');
    expect(await platform()).toEqual(before);
    expect((await audit(server.deps.db)).findings).toEqual([]);

    await user.wait(7 * day - 1);
    expect(await own()).toEqual({ available: 60n * UNITS, frozen: 40n * UNITS });
    await user.wait(1);
    expect(await own()).toEqual({ available: 100n * UNITS, frozen: 0n });
    expect(await shown()).toMatchObject({
      status: 'failed',
      step: 'returned',
      reasonCode: 'unconfirmed',
      waiting: null,
      passed: [{ event: 'overdue' }, { event: 'recalled' }],
    });
    expect(await noticesNow()).toContain('withdrawal_restored');

    // The bank's word comes at last: the platform's loss, and nothing of the merchant's.
    await decideOn(server, id, 'paid');
    expect(await own()).toEqual({ available: 100n * UNITS, frozen: 0n });
    const net = 40n * UNITS - parseMoney(fee);
    expect(await platform()).toEqual({
      ...before,
      payout: before.payout + net,
      loss: before.loss - net,
    });
    await expect(decideOn(server, id, 'paid')).rejects.toMatchObject({ code: codes.invalidOperation });
    expect((await audit(server.deps.db)).findings).toEqual([]);
  });

  const untilRecalled = async () => {
    await decideOn(server, id, 'approve');
    const expectedBy = Date.parse((await shown()).expectedBy);
    await user.wait(expectedBy - server.clock.now().getTime() + 3 * day);
    await user.wait(14 * day);
    expect((await shown()).waiting?.state).toBe('recalled');
  };

  /** When what each statement explains has ended, the oldest first. */
  const ends = async () => {
    const { list } = await call<Output<'POST /v1/shop/statements'>>('POST /v1/shop/statements');
    return list.map(({ endedAt }) => endedAt).reverse();
  };
  const now = () => server.clock.now().toISOString();

  it('has statements that end with what they explain: the wait for the bank, the hold after it; and none of the request', async () => {
    await decideOn(server, id, 'approve');
    expect(await ends()).toEqual([]);
    const expectedBy = Date.parse((await shown()).expectedBy);
    await user.wait(expectedBy - server.clock.now().getTime() + 3 * day);
    expect(await ends()).toEqual([null]);
    await user.wait(14 * day);
    const recalled = now();
    expect(await ends()).toEqual([recalled, null]);
    await user.wait(7 * day);
    expect(await ends()).toEqual([recalled, now()]);
  });

  it('has a statement of its wait that ends with the bank’s first answer', async () => {
    await decideOn(server, id, 'approve');
    const expectedBy = Date.parse((await shown()).expectedBy);
    await user.wait(expectedBy - server.clock.now().getTime() + 3 * day);
    await decideOn(server, id, 'paid');
    const paid = now();
    await user.wait(day);
    await decideOn(server, id, 'returned');
    expect(await ends()).toEqual([paid, null]);
  });

  it('is paid after all by a confirmation with proof within the seven days', async () => {
    const before = await platform();
    await untilRecalled();
    await decideOn(server, id, 'paid');
    const { fee, ...after } = await shown();
    expect(after).toMatchObject({ status: 'completed', step: 'paid', waiting: null });
    expect(await own()).toEqual({ available: 60n * UNITS, frozen: 0n });
    const net = 40n * UNITS - parseMoney(fee);
    expect(await platform()).toEqual({
      ...before,
      fees: before.fees + parseMoney(fee),
      payout: before.payout + net,
    });
    await user.wait(8 * day);
    expect(await own()).toEqual({ available: 60n * UNITS, frozen: 0n });
  });

  it('is returned with its fee, and no loss, where the bank sends it back after a late confirmation', async () => {
    const before = await platform();
    await untilRecalled();
    await server.decide('withdraw-paid', { withdrawal: id, proof: `LATE-${id}` });
    await user.wait(day);
    await decideOn(server, id, 'returned');
    expect(await own()).toEqual({ available: 100n * UNITS, frozen: 0n });
    expect(await platform()).toEqual(before);
    const { step, timeline, passed } = await shown();
    expect(step).toBe('returned');
    expect(timeline.map((one) => one.step)).toEqual(['submitted', 'sent', 'paid', 'returned']);
    expect(passed?.map(({ event }) => event)).toEqual(['overdue', 'recalled']);
    await expect(decideOn(server, id, 'paid')).rejects.toMatchObject({ code: codes.invalidOperation });
    await user.wait(8 * day);
    expect(await platform()).toEqual(before);
    expect((await audit(server.deps.db)).findings).toEqual([]);
  });

  it('is free at once where the bank sends back what is on hold', async () => {
    await untilRecalled();
    await decideOn(server, id, 'returned');
    expect(await own()).toEqual({ available: 100n * UNITS, frozen: 0n });
  });

  it('can be appealed by the merchant once it is overdue, and comes back at once where that is right', async () => {
    await decideOn(server, id, 'approve');
    const expectedBy = Date.parse((await shown()).expectedBy);
    await user.wait(expectedBy - server.clock.now().getTime() + 3 * day);
    const ref = (await shown()).waiting?.appealUrl?.split('ref=')[1];
    const text = 'My bank says that nothing has arrived and nothing is on its way.';
    const { appeal } = await call<Output<'POST /v1/shop/appeal'>>('POST /v1/shop/appeal', { ref, text });
    const answer = { appeal: appeal.no, outcome: 'reversed', reason: 'The bank knows nothing of it.' };
    await server.decide('appeal-decide', answer);
    expect(await own()).toEqual({ available: 100n * UNITS, frozen: 0n });
    await user.wait(30 * day);
    expect(await own()).toEqual({ available: 100n * UNITS, frozen: 0n });
  });
});
