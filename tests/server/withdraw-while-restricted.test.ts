import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callNames, specOf } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { day } from '../../src/server/platform/clock.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { maxReviewDays } from '../../src/server/shops/restrictions/review-periods.ts';
import { addAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { verify } from '../harness/identity.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import { passTime } from '../harness/pass-time.ts';
import { payPassword, type TestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { withdraw } from '../harness/withdrawing.ts';

interface Refused {
  restriction?: {
    id: string;
    kind: string;
    facts: string;
    rule: string;
    reviewBy: string;
    appeal: string;
    fileUrl: string;
  };
  params?: object;
}

const restrictions = [
  'wallet_frozen',
  'withdrawal_prohibited',
  'account_disabled',
  'page_closed',
  'sign_in_refused',
  'listing',
];
const subsetsOf = (all: string[]): string[][] =>
  Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_, at) => bits & (1 << at)));

/** States of a shop in which an operator might ask for money first. */
const states: Record<string, (server: TestServer, user: TestUser) => Promise<void>> = {
  'never verified': async () => {},
  'with a part held': async (server, user) => {
    const hold = { shop: user.shopId, amount: '30.00', code: 'risk', facts: 'f', rule: 'r' };
    await server.decide('hold', hold);
  },
  'with a short deposit': async (server, user) => {
    await verify(server, user);
    const input = { typeId: 'merchant', payPassword };
    await server.call('POST /v1/shop/upgrade', input, { token: user.token, key: randomUUID() });
    const order = await drive(
      server,
      await place(server, user, (await addListed(server, user)).id),
      'to_be_accepted',
    );
    const { id: accountId } = (await list(server, user))[0] ?? { id: '' };
    await withdraw(server, user, { amount: '80.00', accountId });
    const reason = { code: 'merchant_fault', text: 'Wrong article.' };
    await apply(server, {
      orderId: order.id,
      event: 'refund',
      party: 'platform',
      decision: { fault: 'merchant' },
      reason,
    });
    await server.fund(user.shopId, 80n * UNITS);
  },
  'with an order to pay for': async (server, user) => {
    await place(server, user, (await addListed(server, user)).id, { wallet: 'held_until_delivery' });
  },
  'that let an order lapse': async (server, user) => {
    await place(server, user, (await addListed(server, user)).id, { wallet: 'held_until_delivery' });
    await user.wait(2 * day);
  },
  'that closes': async (server, user) => {
    await server.call('POST /v1/shop/close', { payPassword }, { token: user.token, key: randomUUID() });
  },
};

const list = async (server: TestServer, { token }: TestUser) =>
  (await server.call('POST /v1/user/bank/list', {}, { token })).data.list;

// All of them in the plainest state; else those that have to do with money or the door.
const cases = Object.keys(states).map((state, at): [string, string[][]] => [
  state,
  subsetsOf(at === 0 ? restrictions : restrictions.slice(0, 3)),
]);

describe.each(kinds)('a merchant’s own money on %s', (kind) => {
  const server = useServer(kind);
  const ready = async (): Promise<TestUser> => {
    const user = await server.addUser();
    await server.fund(user.shopId, 300n * UNITS);
    await addAccount(server, user);
    return user;
  };
  const walletOf = async ({ token }: TestUser) =>
    (await server.call('POST /v1/user/wallet', {}, { token })).data;
  const take = async (user: TestUser) => {
    const [account] = await list(server, user);
    const { balance: amount } = await walletOf(user);
    return withdraw(server, user, { amount, accountId: account?.id ?? '' });
  };
  const restrict = async (user: TestUser, set: string[]) => {
    const why = { shop: user.shopId, facts: 'Sign-in from a new country.', rule: 'Terms 9.1' };
    for (const what of set) await server.decide('restrict', { ...why, kind: what });
  };

  describe('in every state of restriction', () => {
    it.each(cases)(
      'money of a shop %s can be withdrawn, or says by when',
      async (state, subsets) => {
        const users = new Map<string[], TestUser>();
        for (const set of subsets) users.set(set, await ready());
        server.clock.advance(day);
        for (const [set, user] of users) {
          await passTime(server, user, 0);
          await states[state]?.(server, user);
          await restrict(user, set);
          const now = server.clock.now().getTime();
          const { code, data, text } = (await take(user)) as { code: number; data: Refused; text: string };
          const stands = set.filter((one) => one === 'wallet_frozen' || one === 'withdrawal_prohibited');
          if (stands.length === 0) {
            expect([set, code]).toEqual([set, codes.ok]);
            continue;
          }
          // Refused by nothing but a restriction that has its reasons, its end and its appeal.
          expect([set, code]).toEqual([
            set,
            set.includes('wallet_frozen') ? codes.walletFrozen : codes.withdrawalDisabled,
          ]);
          const { restriction, ...rest } = data;
          expect(rest).toEqual({});
          expect(stands).toContain(restriction?.kind);
          for (const answer of [
            restriction?.facts,
            restriction?.rule,
            restriction?.appeal,
            restriction?.fileUrl,
          ])
            expect(answer).toBeTruthy();
          const left = Date.parse(restriction?.reviewBy ?? '') - now;
          expect(left > 0 && left <= maxReviewDays * day).toBe(true);
          // A link's signature is random, and may hold any of these.
          const words = text.replaceAll(restriction?.fileUrl ?? '', '');
          expect(words).not.toMatch(/top.?up|recharge|deposit|tax|upgrade|shortfall/i);
        }
        server.clock.advance(maxReviewDays * day);
        await runDue(server.deps);
        for (const [set, user] of users) {
          await passTime(server, user, 0);
          const wallet = await walletOf(user);
          if (wallet.balance === '0.00') continue;
          expect([set, wallet.restrictions, (await take(user)).code]).toEqual([set, [], codes.ok]);
        }
      },
      180_000,
    );

    it('is asked for with nothing but an amount, an account and the password', () => {
      const { entries } = specOf('POST /v1/user/withdraw/add').input as never as { entries: object };
      expect(Object.keys(entries).sort()).toEqual(['accountId', 'amount', 'payPassword', 'quoteId']);
      const asking: number[] = [codes.belowMinimumDeposit, codes.insufficientPermissions];
      const own = specOf('POST /v1/user/withdraw/add').codes.filter((code) => asking.includes(code));
      // 409 stands in every call for those who may not make it; a withdrawal gives no reason to answer it.
      expect(own).toEqual([codes.insufficientPermissions]);
    });
  });

  it('a frozen wallet takes no new money', async () => {
    const user = await ready();
    await verify(server, user);
    const goodsId = (await addListed(server, user)).id;
    const order = await place(server, user, goodsId, { wallet: 'held_until_delivery' });
    const offer = {
      title: 'Front page',
      image: '/files/thing.svg',
      target: 'shop',
      price: '10.00',
      unit: 'click',
    };
    const ad = await server.decide<{
      id: string;
    }>('ad-create', { ...offer, quantity: '10', days: '7' });
    await restrict(user, ['wallet_frozen']);
    const calls: [name: string, input: object][] = [
      ['POST /v1/ad/pay', { adId: ad.id, payPassword }],
      ['POST /v1/shop/upgrade', { typeId: 'merchant', payPassword }],
      ['POST /v1/order/pay', { orderIds: [order.id], payPassword }],
      ['POST /v1/quote', { kind: 'ad', adId: ad.id }],
      ['POST /v1/quote', { kind: 'upgrade', typeId: 'merchant' }],
    ];
    for (const [name, input] of calls) {
      const { code, data } = await server.call<Refused>(name, input, { token: user.token });
      expect([name, code, data.restriction?.kind]).toEqual([name, codes.walletFrozen, 'wallet_frozen']);
    }
    expect((await walletOf(user)).balance).toBe('300.00');
  });

  it('what a blocked account can still call is what lets its merchant read, object and leave', () => {
    const left = callNames.filter((name) => specOf(name).whileBlocked).sort();
    expect(left).toEqual([
      'POST /logout',
      'POST /v1/quote',
      'POST /v1/shop/appeal',
      'POST /v1/shop/statements',
      'POST /v1/upload/{type}',
      'POST /v1/user/bank/add',
      'POST /v1/user/bank/list',
      'POST /v1/user/coming',
      'POST /v1/user/update_password',
      'POST /v1/user/update_pay_password',
      'POST /v1/user/wallet',
      'POST /v1/user/wallet_flow',
      'POST /v1/user/withdraw/add',
      'POST /v1/user/withdraw/cancel',
    ]);
  });
});
