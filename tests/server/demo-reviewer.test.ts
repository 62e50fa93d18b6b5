import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { openDemoChannel } from '../../src/server/demo/history.ts';
import { marketRound, openMarket } from '../../src/server/demo/market.ts';
import { reviewerRound } from '../../src/server/demo/reviewer.ts';
import type { Market } from '../../src/server/demo/run-demo-action.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { second } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { identityEvents, recharges, shops, withdrawalSteps, withdrawals } from '../../src/server/schema.ts';
import { addAccount } from '../harness/bank.ts';
import { apply, sides } from '../harness/identity.ts';
import { passTime } from '../harness/pass-time.ts';
import { hashOf, report } from '../harness/recharging.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { withdraw } from '../harness/withdrawing.ts';

const demo = { ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '1' }), passwordCost: 16 };
const many = 24;

describe('the reviewer of the demo', () => {
  const server = useServer('postgres', { config: demo });
  let users: TestUser[];
  let market: Market;
  /** Rounds of the market, far enough apart that each finds something to do. */
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round++) {
      server.clock.advance(20 * second);
      for (const { shopId } of users) await reviewerRound(server.deps, market, shopId);
    }
  };
  const stepsTaken = async () => {
    const steps = await server.deps.db.select({ step: withdrawalSteps.step }).from(withdrawalSteps);
    return new Set(steps.map(({ step }) => step));
  };

  beforeAll(async () => {
    users = [];
    for (let index = 0; index < many; index++) users.push(await server.addUser());
    await server.deps.db.update(shops).set({ demo: true });
    await openDemoChannel(server.deps);
    market = openMarket(server.deps);
  });

  it('approves most applications, refuses a bad photo, and approves the better one', async () => {
    for (const user of users) expect((await apply(server, user)).code).toBe(200);
    await rounds(1);
    expect(
      await server.deps.db.select().from(identityEvents).where(eq(identityEvents.actor, 'operator:demo')),
    ).not.toHaveLength(many);
    await rounds(3);
    const { db } = server.deps;
    const refused = await db.select().from(identityEvents).where(eq(identityEvents.kind, 'rejected'));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(many / 2);
    for (const { shopId, reasons } of refused) {
      expect(reasons).toEqual([{ field: 'front', code: 'blurry' }]);
      const user = users.find((one) => one.shopId === shopId);
      if (!user) throw new Error('whose application was it?');
      const again = { front: sides().front, consentVersion: '2025-01' };
      expect((await apply(server, user, again)).code).toBe(200);
    }
    await rounds(4);
    const approved = await db.select().from(identityEvents).where(eq(identityEvents.kind, 'approved'));
    expect(new Set(approved.map(({ shopId }) => shopId)).size).toBe(many);
  }, 120_000);

  it('credits the amount that arrived, explains a difference, and refuses a recharge that never arrived', async () => {
    const { db } = server.deps;
    const [first] = users;
    const { data } = await server.call('GET /v1/pay/channel', {}, { token: first?.token ?? '' });
    const channelId = data.list[0]?.id ?? '';
    for (const user of users) {
      await passTime(server, user, 0);
      const sent = { channelId, amount: '100.00', txHash: hashOf(user.shopId) };
      expect((await report(server, user, sent)).code).toBe(200);
    }
    await rounds(4);
    const rows = await db.select().from(recharges);
    const kinds = new Map<string, number>();
    for (const { shopId, step, received, reasonCode, decidedBy, decidedAt, expectedBy } of rows) {
      const kind = `${step} ${received} ${reasonCode}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      expect(decidedBy).toBe('operator:demo');
      expect(decidedAt?.getTime()).toBeLessThanOrEqual(expectedBy.getTime() + 20 * second);
      expect(await balanceOf(db, `M.available:${shopId}`)).toBe(received ?? 0n);
    }
    expect([...kinds.keys()].sort()).toEqual([
      `confirmed ${100n * UNITS} null`,
      `confirmed ${99n * UNITS} network_fee`,
      'rejected null not_arrived',
    ]);
  }, 120_000);

  it('sends withdrawals and pays them with a reference; a few are refused or come back, with the reason', async () => {
    const { db } = server.deps;
    const accounts: string[] = [];
    for (const user of users) {
      await server.fund(user.shopId, 500n * UNITS);
      accounts.push((await addAccount(server, user)).data.account.id);
    }
    // New accounts wait before they are paid to.
    server.clock.advance(4 * 24 * 3600 * second);
    for (const [index, user] of users.entries()) {
      await passTime(server, user, 0);
      for (let turn = 0; turn < 2; turn++) {
        const wish = { amount: '50.00', accountId: accounts[index] ?? '' };
        expect((await withdraw(server, user, wish, randomUUID())).code).toBe(200);
      }
    }
    expect(await stepsTaken()).toEqual(new Set(['submitted']));
    await rounds(8);
    expect(await stepsTaken()).toEqual(new Set(['submitted', 'sent', 'paid', 'rejected', 'returned']));
    for (const { step, proof, reasonCode, reason } of await db.select().from(withdrawals)) {
      if (step === 'paid') expect(proof).toMatch(/^DEMO-\d+$/);
      else expect([reasonCode, reason]).not.toContain(null);
      expect(['paid', 'rejected', 'returned']).toContain(step);
    }
  }, 120_000);

  it('works in demo shops only', async () => {
    const { db } = server.deps;
    const user = await server.addUser();
    await apply(server, user);
    for (let round = 0; round < 3; round++) {
      server.clock.advance(60 * second);
      await marketRound(server.deps, market);
    }
    const own = eq(identityEvents.shopId, user.shopId);
    expect((await db.select().from(identityEvents).where(own)).map(({ kind }) => kind)).toEqual([
      'submitted',
    ]);
  });
});
