// One shop's weeks in the demo as one run: what its buyers do follows from what they did before.
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { complaintOf } from '../../src/server/demo/complaint.ts';
import { marketRound, openMarket } from '../../src/server/demo/market.ts';
import { addsPicture } from '../../src/server/demo/parcels.ts';
import type { Market } from '../../src/server/demo/run-demo-action.ts';
import { seededRandom } from '../../src/server/demo/seeded-random.ts';
import { hour, second } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import type { Deps } from '../../src/server/platform/context.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { afterSaleCases, afterSaleEvents, comments, orders, shops } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { placeOrder } from '../../src/server/trade/orders/place-order.ts';
import { addListed } from '../harness/market.ts';
import { passTime } from '../harness/pass-time.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const demo = { ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '1' }), passwordCost: 16 };

describe('the buyers of the demo', () => {
  const server = useServer('postgres', { config: demo });
  let deps: Deps;
  let user: TestUser;
  let market: Market;
  let goodsId: string;

  const buy = async (actor: string): Promise<string> => {
    const buyer = { buyer: 'Layla H.', paymentRef: 'Card •••• 4242', actor };
    const purchase = { shopId: user.shopId, items: [{ goodsId, quantity: 1 }], ...buyer };
    return (await inTransaction(deps.db, (db) => placeOrder({ ...deps, db }, purchase))).id;
  };
  const statusOf = async (id: string) =>
    (await deps.db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]?.status;
  const ended = async () => {
    const rows = await deps.db.select({ reason: orders.endReason }).from(orders);
    return new Set(rows.map(({ reason }) => reason));
  };
  /** Her part, in turn: she agrees, refuses, and keeps silent. */
  const answers = new Map<string, 'approve' | 'reject' | null>();
  const answerCases = async () => {
    const due = await deps.db.select().from(afterSaleCases).where(eq(afterSaleCases.state, 'merchant_due'));
    for (const { id, type } of due) {
      if (answers.has(id)) continue;
      const turn = ([null, 'reject', 'reject', 'approve'] as const)[answers.size % 4];
      const answer =
        type === 'return_refund' && ![...answers.values()].includes('approve') ? 'approve' : turn;
      answers.set(id, answer ?? null);
      if (!answer) continue;
      const input = { caseId: id, answer, ...(answer === 'reject' && { reason: 'It left here whole.' }) };
      const { code } = await server.call('POST /v1/order/after-sale', input, { token: user.token });
      expect(code).toBe(codes.ok);
    }
  };
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round++) {
      server.clock.advance(20 * second);
      await runDue(deps);
      await marketRound(deps, market);
      await answerCases();
    }
  };

  beforeAll(async () => {
    deps = { ...server.deps, random: seededRandom('buyers of the demo') };
    user = await server.addUser();
    await deps.db.update(shops).set({ demo: true });
    market = openMarket(server.deps);
    goodsId = (await addListed(server, user)).id;
  });

  it('cancel, let an order lapse, comment, complain and send back; what others placed is left alone', async () => {
    const placed: string[] = [];
    for (let index = 0; index < 90; index++) placed.push(await buy('demo:buyer'));
    const unhappy = placed.filter((id) => complaintOf(id)).slice(0, 18);
    const content = placed.filter((id) => !complaintOf(id));
    // Half of them are buyers who add a picture if they write at all.
    const happy = [
      ...content.filter((id) => addsPicture(id)).slice(0, 6),
      ...content.filter((id) => !addsPicture(id)).slice(0, 6),
    ];
    // An operator's order waits for its merchant, and no demo buyer cancels it.
    const others: string[] = [];
    for (let index = 0; index < 25; index++) others.push(await buy('operator:rosa'));
    const otherComplaints = others.filter((id) => complaintOf(id)).slice(0, 2);
    expect(otherComplaints).toHaveLength(2);
    for (const orderIds of [unhappy, [...happy, ...otherComplaints]]) {
      const payment = { orderIds, payPassword };
      const paid = await server.call('POST /v1/order/pay', payment, { token: user.token });
      expect(paid.code).toBe(codes.ok);
    }

    await rounds(90);
    expect(await ended()).toContain('buyer_cancelled');
    const waiting = others.filter((id) => !otherComplaints.includes(id));
    const left = and(inArray(orders.id, waiting), eq(orders.status, 'pending_payment'));
    expect(await deps.db.select().from(orders).where(left)).toHaveLength(waiting.length);
    expect(await ended()).not.toContain('pay_by_passed');

    // Her own dates are never shortened: two days later she has let cases and orders pass.
    await passTime(server, user, 49 * hour);
    await rounds(45);
    expect(await ended()).toEqual(new Set([null, 'buyer_cancelled', 'pay_by_passed', 'return_approved']));
    for (const id of otherComplaints) expect(await statusOf(id)).toBe('completed');
    for (const id of happy) expect(await statusOf(id)).toBe('completed');

    // What is taken by a decision waits seven days for an appeal.
    await passTime(server, user, 8 * 24 * hour);
    await rounds(5);
    expect(await ended()).toContain('refund_approved');

    const events = await deps.db.select({ event: afterSaleEvents.event }).from(afterSaleEvents);
    const seen = new Set(events.map(({ event }) => event));
    for (const event of [
      'open',
      'approve',
      'reject',
      'escalate',
      'no_answer',
      'send_back',
      'receive',
      'refund',
    ])
      expect(seen).toContain(event);
    expect(seen.has('uphold') || seen.has('dismiss')).toBe(true);
    const cases = await deps.db.select().from(afterSaleCases);
    for (const { orderId } of cases) expect(unhappy).toContain(orderId);
    expect(cases.filter(({ state }) => state !== 'closed')).toEqual([]);
    expect(new Set(cases.map(({ outcome }) => outcome))).toContain('refunded');

    const rated = await deps.db.select().from(comments).where(isNotNull(comments.rating));
    expect(rated.some(({ content }) => content === '')).toBe(true);
    expect(rated.some(({ content, fileIds }) => content !== '' && fileIds.length === 1)).toBe(true);
    expect((await audit(deps.db)).findings).toEqual([]);
  }, 300_000);
});
