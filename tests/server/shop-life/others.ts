import { and, eq, ne, notInArray } from 'drizzle-orm';
import type { CaseState, OrderStatus } from '../../../src/contract/status.ts';
import { decide } from '../../../src/server/operators/decisions.ts';
import { Refusal } from '../../../src/server/platform/refuse.ts';
import { afterSaleCases, orders } from '../../../src/server/schema.ts';
import type { OrderEvent, Party } from '../../../src/server/trade/model/order-machine.ts';
import { apply, place } from '../../harness/market.ts';
import { decideOn } from '../../harness/withdrawing.ts';
import { type Life, someOf, upTo } from './life.ts';

// Some are slower than their dates, so that time decides in their place.
const orderSteps: Partial<Record<OrderStatus, [odds: number, event: OrderEvent, party: Party]>> = {
  pending_payment: [0.02, 'cancel', 'buyer'],
  to_be_shipped: [0.12, 'ship', 'supplier'],
  shipped: [0.12, 'deliver', 'carrier'],
  to_be_accepted: [0.05, 'accept', 'buyer'],
};

const caseSteps: Partial<Record<CaseState, [odds: number, decision: string, input?: object]>> = {
  merchant_due: [0.02, 'case-withdraw', { reason: 'It works now.' }],
  approved: [0.06, 'case-returned', { carrier: 'Meridian Post', tracking: 'MP123456789' }],
  rejected: [0.1, 'case-escalate', { reason: 'It is still broken.' }],
  platform_review: [0.03, 'case-decide', { reason: 'The pictures show it.' }],
  returning: [0.06, 'case-received'],
  received: [0.1, 'case-close'],
};

/** Returns whether it could be done: what comes too late, or too often, is refused. */
const isDone = (doing: Promise<unknown>): Promise<boolean> =>
  doing.then(
    () => true,
    (error) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );

async function buyerComes(life: Life): Promise<void> {
  if (life.chance() > 0.3) return;
  for (const goodsId of someOf(life, [...life.listed.keys()], 1)) {
    const wallet = life.chance() < 0.3 ? { wallet: 'held_until_delivery' } : {};
    await place(life.server, life.user, goodsId, { quantity: upTo(life, 2), ...wallet });
  }
}

async function ordersGoOn(life: Life): Promise<void> {
  // One order is placed at a time, so that the times order them the same in each run.
  const open = await life.server.deps.db
    .select({ id: orders.id, status: orders.status, caseState: afterSaleCases.state })
    .from(orders)
    .leftJoin(afterSaleCases, and(eq(afterSaleCases.orderId, orders.id), ne(afterSaleCases.state, 'closed')))
    .where(notInArray(orders.status, ['completed', 'cancelled', 'refunded']))
    .orderBy(orders.createdAt);
  for (const { id, status, caseState } of open) {
    if (caseState) await caseGoesOn(life, id, caseState);
    else await orderGoesOn(life, id, status);
  }
}

async function orderGoesOn(life: Life, orderId: string, status: OrderStatus): Promise<void> {
  const [odds, event, party] = orderSteps[status] ?? [];
  if (odds && event && party && life.chance() < odds) {
    await apply(life.server, { orderId, event, party });
    return;
  }
  if (status === 'pending_payment' || life.chance() > 0.03) return;
  const type = life.chance() < 0.5 ? 'refund' : 'return_refund';
  const input = { order: orderId, reason: 'The lamp came broken.', code: 'damaged', type };
  await isDone(decide(life.server.deps, 'case-open', input, 'rosa'));
}

async function caseGoesOn(life: Life, order: string, state: CaseState): Promise<void> {
  const [odds, decision, input] = caseSteps[state] ?? [];
  if (!odds || !decision || life.chance() > odds) return;
  const result = life.chance() < 0.5 ? 'approve' : 'reject';
  const decided = decision === 'case-decide' ? { result } : {};
  await isDone(decide(life.server.deps, decision, { order, ...input, ...decided }, 'rosa'));
}

async function bankWorks({ server, chance, withdrawals }: Life): Promise<void> {
  const bank = async (
    id: string,
    step: Parameters<typeof decideOn>[2],
    to: 'sent' | 'forgotten' | 'ended',
  ) => {
    if (await isDone(decideOn(server, id, step))) withdrawals.set(id, to);
  };
  for (const [id, step] of withdrawals) {
    const luck = chance();
    if (step === 'submitted' && luck < 0.3) await bank(id, 'approve', luck < 0.03 ? 'forgotten' : 'sent');
    if (step === 'submitted' && luck > 0.97) await bank(id, 'reject', 'ended');
    if (step === 'sent' && luck < 0.3) await bank(id, luck < 0.03 ? 'returned' : 'paid', 'ended');
  }
}

/** Does what buyers, supplier, carrier, platform and bank do between two visits of the merchant. */
export async function othersAct(life: Life): Promise<void> {
  await buyerComes(life);
  await ordersGoOn(life);
  await bankWorks(life);
}
