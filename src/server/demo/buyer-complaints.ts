import { and, eq, gte, max, notExists, type SQL } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/status.ts';
import { day } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { afterSaleCases } from '../schema/cases.ts';
import { orderEvents, orders } from '../schema/orders.ts';
import { openCase } from '../trade/cases/open-case.ts';
import { lockOrder } from '../trade/model/order-row.ts';
import { applyOrderEvent } from '../trade/orders/apply-order-event.ts';
import { type Complaint, complaintOf, partialRefundOf } from './complaint.ts';
import type { Market } from './run-demo-action.ts';
import { isWaitOver, runDemoAction } from './run-demo-action.ts';
import { unitOf } from './seeded-random.ts';

/** The actor of orders that the market may cancel; orders of an operator or a test are left alone. */
export const demoBuyer = 'demo:buyer';

const actor = demoBuyer;
const cancelRate = 0.08;

/** Returns orders that the market's own buyers placed, with the time of their last event. */
async function ownOrders({ db }: Deps, where: SQL | undefined) {
  const own = db.$with('own').as(
    db
      .select({ orderId: orderEvents.orderId })
      .from(orderEvents)
      .innerJoin(orders, eq(orders.id, orderEvents.orderId))
      .where(and(where, eq(orderEvents.event, 'place'), eq(orderEvents.actor, actor))),
  );
  return db
    .with(own)
    .select({ id: orderEvents.orderId, since: max(orderEvents.at) })
    .from(orderEvents)
    .innerJoin(own, eq(own.orderId, orderEvents.orderId))
    .groupBy(orderEvents.orderId);
}

/** Cancels some unpaid orders as their buyers; only orders placed while the market was open. */
async function cancelRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  const pending = and(eq(orders.shopId, shopId), eq(orders.status, 'pending_payment'));
  const ms = day / deps.config.demoSpeed;
  const reason = { code: 'buyer_cancelled', text: '' };
  for (const { id, since } of await ownOrders(deps, and(pending, gte(orders.createdAt, market.openedAt)))) {
    if (!since || unitOf(`second thoughts ${id}`) >= cancelRate) continue;
    if (!isWaitOver(deps, market, { since, ms, seed: `cancel ${id}` })) continue;
    const change = { orderId: id, event: 'cancel', party: 'buyer', actor, reason } as const;
    await runDemoAction(deps, (own) => applyOrderEvent(own, change));
  }
}

/** Opens a buyer's case; the merchant's time to answer begins. */
export async function complain(deps: Deps, orderId: string, complaint: Complaint) {
  const { type, reasonCode, reason } = complaint;
  const order = await lockOrder(deps.db, orderId);
  const partialAmount = partialRefundOf(order, complaint, deps.config.currency);
  return openCase(deps, { orderId, type, reasonCode, reason, partialAmount, actor });
}

// A case leaves the merchant the full time in the demo too; the time before it runs at the demo's speed.
const complaintWait = ({ config }: Deps, { at }: Complaint): number =>
  (at === 'pending_settlement' ? config.timing.settle : config.timing.returnWindow) * 0.4;

const disputable: OrderStatus[] = ['pending_settlement', 'waiting_for_withdrawal'];

async function complaintsRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  const { db } = deps;
  const anyCase = db
    .select({ id: afterSaleCases.id })
    .from(afterSaleCases)
    .where(eq(afterSaleCases.orderId, orders.id));
  for (const status of disputable) {
    const withoutCase = and(eq(orders.shopId, shopId), eq(orders.status, status), notExists(anyCase));
    for (const { id, since } of await ownOrders(deps, withoutCase)) {
      const complaint = complaintOf(id);
      if (!since || complaint?.at !== status) continue;
      const wait = { since, ms: complaintWait(deps, complaint), seed: `complains ${id}` };
      if (isWaitOver(deps, market, wait)) await runDemoAction(deps, (own) => complain(own, id, complaint));
    }
  }
}

/** Plays buyers who change their minds, before the merchant has paid and after delivery. */
export async function changeOfMindRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  await cancelRound(deps, market, shopId);
  await complaintsRound(deps, market, shopId);
}
