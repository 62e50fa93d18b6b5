import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { day } from '../../src/server/platform/clock.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import type { Restriction } from '../../src/server/shops/restrictions/restrictions.ts';
import { usableAccount } from '../harness/bank.ts';
import { addListed, place } from '../harness/market.ts';
import { passTime } from '../harness/pass-time.ts';
import { seed } from '../harness/seed.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { decideOn, type Withdrawn, withdraw } from '../harness/withdrawing.ts';

const runs = Number(process.env.WALKS ?? 25);

/** States of a shop that an operator who wants its money could give as a reason. */
const states = [
  'wallet_frozen',
  'withdrawal_prohibited',
  'listing',
  'hold',
  'unpaid_order',
  'lost_order',
] as const;
type State = (typeof states)[number];

// Nothing is asked for but what a withdrawal is: no deposit, no fee on top, no verification, no higher level.
const neverAsked = [
  codes.insufficientBalance,
  codes.belowMinimumDeposit,
  codes.insufficientPermissions,
  codes.parameterMissing,
  codes.recordNotFound,
];

describe('a merchant’s own money', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer('postgres');
  });
  afterAll(() => server.close());

  const bring: Record<State, (user: TestUser, goodsId: string) => Promise<unknown>> = {
    wallet_frozen: (user) => restrict(user, 'wallet_frozen'),
    withdrawal_prohibited: (user) => restrict(user, 'withdrawal_prohibited'),
    listing: (user) => restrict(user, 'listing'),
    hold: (user) =>
      decide(
        server.deps,
        'hold',
        { shop: user.shopId, amount: '30.00', code: 'risk', facts: 'f', rule: 'r' },
        'rosa',
      ),
    unpaid_order: (user, goodsId) => order(user, goodsId),
    lost_order: async (user, goodsId) => {
      await order(user, goodsId);
      await passTime(server, user, 2 * day);
      await runDue(server.deps);
    },
  };
  const restrict = (user: TestUser, kind: string) =>
    decide(server.deps, 'restrict', { shop: user.shopId, kind, facts: 'f', rule: 'r' }, 'rosa');
  const order = (user: TestUser, goodsId: string) =>
    place(server, user, goodsId, { wallet: 'held_until_delivery' });
  const ask = (user: TestUser, accountId: string) => withdraw(server, user, { amount: '60.00', accountId });

  it(`can be withdrawn whatever state its shop is in, or has a reason, a date and an appeal: ${runs} states`, {
    timeout: 600_000,
  }, async () => {
    const property = fc.asyncProperty(fc.shuffledSubarray([...states]), async (chosen) => {
      const user = await server.addUser();
      await server.fund(user.shopId, 100n * UNITS);
      const { id: accountId } = await usableAccount(server, user);
      const { id: goodsId } = await addListed(server, user);
      for (const state of chosen) await bring[state](user, goodsId);

      const now = server.clock.now().getTime();
      const answer = await ask(user, accountId);
      const closed = chosen.filter((state) => state === 'wallet_frozen' || state === 'withdrawal_prohibited');
      expect(neverAsked).not.toContain(answer.code);
      if (closed.length === 0) expect(answer.code).toBe(codes.ok);
      else {
        const { restriction } = answer.data as Withdrawn & { restriction: Restriction };
        expect([codes.walletFrozen, codes.withdrawalDisabled]).toContain(answer.code);
        expect(restriction).toMatchObject({
          facts: 'f',
          rule: 'r',
          appeal: expect.stringMatching(/^\/appeal/),
        });
        expect(Date.parse(restriction.reviewBy ?? '') - now).toBeLessThanOrEqual(14 * day);
      }
      // Time alone opens it again: nothing was paid in, verified or bought meanwhile.
      await passTime(server, user, 14 * day);
      await runDue(server.deps);
      const later = closed.length === 0 ? answer : await ask(user, accountId);
      expect(later.code).toBe(codes.ok);
      const { no, amount, fee, net } = later.data.withdrawal;
      expect([amount, fee, net]).toEqual(['60.00', '0.90', '59.10']);
      await decideOn(server, no, 'approve');
      expect(await decideOn(server, no, 'paid')).toMatchObject({ status: 'completed' });
    });
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
  });
});
