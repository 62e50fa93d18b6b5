import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { formatMoney, parseMoney, UNITS } from '../../src/contract/money.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { transactions } from '../../src/server/schema.ts';
import { appealPeriod } from '../../src/server/shops/restrictions/statements.ts';
import { usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { verify } from '../harness/identity.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import { operator, report } from '../harness/recharging.ts';
import { password, payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { decideOn, withdraw } from '../harness/withdrawing.ts';

describe.each(kinds)('a shop that closes on %s', (kind) => {
  const server = useServer(kind, { config: { operator } });
  let user: TestUser;
  const close = () => user.call('POST /v1/shop/close', { payPassword });
  const ops = (name: string, flags: object = {}) => server.decide(name, flags);
  /** Days go by, and what is due after each of these spans is done. */
  const live = async (...spans: number[]) => {
    for (const days of spans) await user.wait(days * day);
  };

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 220n * UNITS);
    await verify(server, user);
    expect((await user.call('POST /v1/shop/upgrade', { typeId: 'merchant', payPassword })).code).toBe(
      codes.ok,
    );
  });

  it('lists and promotes nothing more, and uses none of the day’s removals', async () => {
    await addListed(server, user);
    await close();
    const { data } = await user.call('POST /v1/showcase/list');
    expect(data).toMatchObject({ list: [], used: 0, deleteQuota: { used: 0 } });
    const { id: goodsId } = await addListed(server, await server.addUser());
    for (const [name, input] of [
      ['POST /v1/showcase/add', { items: [{ goodsId, sellingPrice: '20.00' }] }],
      ['POST /v1/shop/upgrade', { typeId: 'partner', payPassword }],
    ] as const)
      expect(await user.call(name, input)).toMatchObject({
        code: codes.invalidOperation,
        data: { reason: 'closing' },
      });
  });

  it('stays open until its wallet is empty, then is gone, and leaves its files for 30 days', async () => {
    const why = { rule: '4.2', facts: 'Two parcels were empty.' };
    const { id } = (await ops('restrict', { shop: user.shopId, kind: 'listing', days: '7', ...why })) as {
      id: string;
    };
    await ops('restriction-lift', { restriction: id, reason: 'Both were found.' });
    await close();
    await user.wait(0);
    expect((await user.call('GET /v1/me')).code).toBe(codes.ok);
    const { id: accountId } = await usableAccount(server, user);
    const { data } = await withdraw(server, user, { amount: '200.00', accountId });
    await decideOn(server, data.withdrawal.no, 'approve');
    await user.wait(hour);
    expect((await user.call('GET /v1/me')).code).toBe(codes.ok);
    await decideOn(server, data.withdrawal.no, 'paid');
    await user.wait(hour);
    const gone = await user.call<{ exports: Record<string, string> }>('GET /v1/me');
    expect(gone.code).toBe(codes.invalidAccount);
    const file = await server.app.request(gone.data.exports.wallet ?? '');
    expect(await file.text()).toContain('Security deposit returned');
    const signIn = () =>
      server.call<typeof gone.data | null>('POST /login', { username: user.username, password });
    server.clock.advance(29 * day);
    expect((await signIn()).data).toHaveProperty('exports.orders');
    server.clock.advance(2 * day);
    const { code, data: later } = await signIn();
    expect([code, later]).toEqual([codes.invalidAccount, { appeal: '/appeal', token: expect.any(String) }]);
    server.clock.advance(appealPeriod);
    expect(await signIn()).toMatchObject({ code: codes.invalidAccount, data: null });
  });

  describe('and has closed', () => {
    type Answer = { reopened: boolean };
    const isOpen = async () => (await user.call('GET /v1/me')).code === codes.ok;
    const emptyWallet = async (accountId: string) => {
      const amount = formatMoney(await user.held('available'));
      const { data } = await withdraw(server, user, { amount, accountId });
      await decideOn(server, data.withdrawal.no, 'approve');
      await decideOn(server, data.withdrawal.no, 'paid');
      await user.wait(hour);
    };
    /** Closes the shop and empties its wallet; returns the account to withdraw to. */
    const closeEmpty = async () => {
      await close();
      await user.wait(0);
      const { id: accountId } = await usableAccount(server, user);
      await emptyWallet(accountId);
      return accountId;
    };
    const appealTo = async (ref: string | undefined) => {
      const appealed = await user.call('POST /v1/shop/appeal', {
        ref,
        text: 'It is not so.',
      });
      return appealed.data.appeal.no;
    };
    const answer = (appeal: string, outcome: 'upheld' | 'reversed') =>
      ops('appeal-decide', { appeal, outcome, reason: 'We looked again.' }) as Promise<Answer>;
    const book = async () => {
      const booked = await ops('recharge-book', {
        shop: user.shopId,
        amount: '30.00',
        proof: randomUUID(),
      });
      const [row] = await server.deps.db
        .select()
        .from(transactions)
        .where(eq(transactions.ref, (booked as { id: string }).id));
      return { reopened: (booked as Answer).reopened, transaction: String(row?.seq) };
    };
    const reverse = (transaction: string, amount: string) =>
      ops('reverse', { shop: user.shopId, transaction, amount, reason: 'The bank says so.' });
    /** Takes 10.00 of a recharge back, posted after its time to appeal; returns its statement. */
    const postedCorrection = async () => {
      const { transaction } = await book();
      const { statementId } = (await reverse(transaction, '20.00')) as { statementId: string };
      await live(14);
      return statementId;
    };

    it.each<[what: string, gives: string, prepare: () => Promise<() => Promise<unknown>>]>([
      ['money that came without a report', '30.00', async () => book],
      [
        'a recharge of which more had come',
        '5.00',
        async () => {
          const { transaction } = await book();
          return () => reverse(transaction, '35.00');
        },
      ],
      [
        'a refund that was the supplier’s fault',
        '12.00',
        async () => {
          await server.fund(user.shopId, 12n * UNITS);
          const { id } = await addListed(server, user);
          const placed = await place(server, user, id, { wallet: 'held_until_delivery' });
          const { id: orderId, no } = await drive(server, placed, 'to_be_accepted');
          const decision = { fault: 'merchant' } as const;
          await apply(server, { orderId, event: 'refund', party: 'platform', decision });
          return () => ops('refund-correct', { order: no, reason: 'The supplier sent another.' });
        },
      ],
      [
        'a withdrawal that the bank sent back after it had confirmed it',
        '30.00',
        async () => {
          await server.fund(user.shopId, 30n * UNITS);
          const { id: accountId } = await usableAccount(server, user);
          const { data } = await withdraw(server, user, { amount: '30.00', accountId });
          const { no } = data.withdrawal;
          await decideOn(server, no, 'approve');
          await decideOn(server, no, 'paid');
          await user.call('POST /v1/user/bank/del', { id: accountId, payPassword });
          return () => decideOn(server, no, 'returned');
        },
      ],
    ])('is open again for %s, and closes once that is withdrawn', async (_, gives, prepare) => {
      const give = await prepare();
      const accountId = await closeEmpty();
      expect(await isOpen()).toBe(false);
      expect(await give()).toMatchObject({ reopened: true });
      const signIn = await server.call('POST /login', { username: user.username, password });
      expect(signIn.code).toBe(codes.ok);
      await user.wait(hour);
      expect([await isOpen(), await user.held('available')]).toEqual([true, parseMoney(gives)]);
      const { list } = (await user.call('POST /v1/notify/list')).data;
      expect(list.map(({ title }) => title)).toContain('Your account is open again');
      const { id: goodsId } = await addListed(server, await server.addUser());
      const listing = { items: [{ goodsId, sellingPrice: '20.00' }] };
      expect(await user.call('POST /v1/showcase/add', listing)).toMatchObject({
        data: { reason: 'closing' },
      });
      await emptyWallet(accountId);
      expect(await isOpen()).toBe(false);
    });

    describe('and appeals', () => {
      type Door = { token: string; appeal: string; exports: object };
      const signIn = () => server.call<Door>('POST /login', { username: user.username, password });
      const comeBack = async () => {
        const { code, data } = await signIn();
        user = { ...user, token: data.token };
        return { code, data };
      };
      /** Closes the shop after a correction was posted, and comes back with the password. */
      const closeAndComeBack = async () => {
        const statementId = await postedCorrection();
        await closeEmpty();
        const full = user.token;
        return { statementId, full, ...(await comeBack()) };
      };
      const objectionOf = async (statementId: string) => {
        const { data } = await user.call('POST /v1/shop/statements');
        return data.list.find(({ id }) => id === statementId)?.objection;
      };

      it('takes appeals for half a year by the password, and nothing else', async () => {
        const { statementId, full, code, data } = await closeAndComeBack();
        expect(code).toBe(codes.invalidAccount);
        expect(data).toEqual({
          token: expect.any(String),
          appeal: '/appeal',
          exports: expect.objectContaining({ statements: expect.any(String) }),
        });
        const before = await server.call<Door>('POST /v1/shop/statements', {}, { token: full });
        expect([before.code, before.data.appeal]).toEqual([codes.invalidAccount, undefined]);
        for (const [name, input] of [
          ['GET /v1/me', {}],
          ['POST /v1/user/wallet', {}],
          ['POST /v1/order/list', {}],
          ['POST /logout', {}],
        ] as const)
          expect(await user.call(name, input)).toMatchObject({
            code: codes.invalidAccount,
            data: { appeal: '/appeal', exports: {} },
          });
        expect(await objectionOf(statementId)).toBeNull();
        expect(await appealTo(statementId)).toMatch(/^AP-/);
        await live(180, 1);
        expect(await signIn()).toMatchObject({ code: codes.invalidAccount, data: null });
      });

      it('stays closed while its appeal waits, and where the decision is upheld, and shows both', async () => {
        const { statementId } = await closeAndComeBack();
        const no = await appealTo(statementId);
        await live(100);
        await comeBack();
        expect([await isOpen(), await objectionOf(statementId)]).toMatchObject([
          false,
          { no, status: 'received' },
        ]);
        expect(await answer(no, 'upheld')).toMatchObject({ reopened: false });
        await user.wait(hour);
        await comeBack();
        expect([await isOpen(), await objectionOf(statementId)]).toMatchObject([
          false,
          { status: 'upheld', answer: 'We looked again.' },
        ]);
      });

      it('lets its merchant sign in fully again once an appeal was right', async () => {
        const { statementId } = await closeAndComeBack();
        expect(await answer(await appealTo(statementId), 'reversed')).toMatchObject({ reopened: true });
        expect((await user.call('GET /v1/me')).code).toBe(codes.tokenExpired);
        expect([(await comeBack()).code, await isOpen()]).toEqual([codes.ok, true]);
      });
    });

    it('was open as long as an appeal had no answer', async () => {
      const appeal = await appealTo(await postedCorrection());
      await closeEmpty();
      expect(await isOpen()).toBe(true);
      expect(await answer(appeal, 'upheld')).toMatchObject({ reopened: false });
      await user.wait(hour);
      expect(await isOpen()).toBe(false);
    });

    it('was open as long as money that came for a refused recharge had not gone back', async () => {
      const bank = { name: 'Harbour Bank', asset: 'USD', address: 'DEMO 00 1234' };
      const { id: channelId } = (await ops('channel-open', bank)) as { id: string };
      const { data } = await report(server, user, { channelId, amount: '50.00', bankRef: 'INV-77' });
      const recharge = data.recharge.no;
      const reason = 'It came from another name.';
      await ops('recharge-reject', { recharge, code: 'not_the_sender', reason, arrived: '50.00' });
      await closeEmpty();
      expect(await isOpen()).toBe(true);
      await ops('recharge-sent-back', { recharge, proof: 'FT 2611' });
      await user.wait(hour);
      expect(await isOpen()).toBe(false);
    });

    it.each<[what: string, gives: string, prepare: () => Promise<string | undefined>]>([
      ['a correction that was posted', '10.00', postedCorrection],
      [
        'a case that was refunded',
        '7.00',
        async () => {
          const placed = await place(server, user, (await addListed(server, user)).id);
          const { no, id: orderId } = await drive(server, placed, 'accepted');
          await ops('case-open', { order: no, reason: 'It is broken.', code: 'damaged' });
          const asked = await user.call('POST /v1/order/after-sale/info', { orderId });
          const { caseId } = asked.data.case;
          await user.call('POST /v1/order/after-sale', {
            caseId,
            answer: 'reject',
            reason: 'It is whole.',
          });
          await ops('case-escalate', { order: no, reason: 'See the picture.' });
          await ops('case-decide', { order: no, result: 'approve', reason: 'It is broken.' });
          await live(7);
          const decided = await user.call('POST /v1/order/after-sale/info', { orderId });
          return decided.data.case.appeal?.split('=')[1];
        },
      ],
    ])('is open again where an appeal reverses %s', async (_, gives, prepare) => {
      const statementId = await prepare();
      await closeEmpty();
      expect(await isOpen()).toBe(false);
      const { data } = await server.call('POST /login', {
        username: user.username,
        password,
      });
      user = { ...user, token: data.token };
      expect(await answer(await appealTo(statementId), 'reversed')).toMatchObject({ reopened: true });
      await user.wait(hour);
      expect([await isOpen(), await user.held('available')]).toEqual([true, parseMoney(gives)]);
    });
  });

  it('is not kept open by less than the least withdrawal: its last rest is paid whole', async () => {
    const { id: accountId } = await usableAccount(server, user);
    await server.fund(user.shopId, 8n * UNITS);
    const before = await withdraw(server, user, { amount: '7.99', accountId });
    expect(before).toMatchObject({ code: codes.invalidParameter, data: { params: { min: '10.00' } } });
    await close();
    await user.wait(0);
    expect(await user.held('available')).toBe(208n * UNITS);
    const most = await withdraw(server, user, { amount: '207.80', accountId });
    await decideOn(server, most.data.withdrawal.no, 'approve');
    await decideOn(server, most.data.withdrawal.no, 'paid');
    const part = await withdraw(server, user, { amount: '0.10', accountId });
    expect(part).toMatchObject({ code: codes.invalidParameter, data: { params: { min: '10.00' } } });
    const asked = { kind: 'withdraw', amount: '0.20', accountId };
    const quote = await user.call<{ quoteId: string; fee: string; net: string }>('POST /v1/quote', asked);
    expect(quote.data).toMatchObject({ fee: '0.00', net: '0.20' });
    const { quoteId } = quote.data;
    const last = await withdraw(server, user, { amount: '0.20', accountId, quoteId });
    expect(last.data.withdrawal).toMatchObject({ amount: '0.20', fee: '0.00', net: '0.20' });
    await decideOn(server, last.data.withdrawal.no, 'approve');
    await decideOn(server, last.data.withdrawal.no, 'paid');
    await user.wait(hour);
    expect((await user.call('GET /v1/me')).code).toBe(codes.invalidAccount);
  });
});
