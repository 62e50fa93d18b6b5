import { and, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { post } from '../../ledger/ledger.ts';
import { timingOfOrder } from '../../platform/config/timing.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { orders } from '../../schema/orders.ts';
import { dueAt } from '../model/due-at.ts';
import { coverForPosting } from '../model/loss-coverage.ts';
import { earningsOf, recordEarnings } from '../model/order-earnings.ts';
import { type OrderEvent, orderMachine, type Party, pausedByCase } from '../model/order-machine.ts';
import { notifyOrder } from '../model/order-notices.ts';
import {
  effectOnFigures,
  entriesOf,
  faultCost,
  postingKinds,
  type RefundDecision,
} from '../model/order-postings.ts';
import { addOrderEvent, lockOrder, type OrderRow } from '../model/order-row.ts';
import { netOf } from '../model/order-rules.ts';
import { reactAfterPosting, reactBeforePosting } from '../reactions.ts';

/** An event of an order, and the party that triggers it. */
export interface OrderChange {
  orderId: string;
  event: OrderEvent;
  party: Party;
  /**
   * Stored with the event and its posting: a user's id, or the party that acted (supplier, carrier, buyer, system).
   */
  actor: string;
  /** Merchants reach their own orders only. */
  shopId?: string;
  decision?: RefundDecision;
  reason?: { code: string; text: string };
  /** Columns that the event sets. */
  set?: Partial<Pick<OrderRow, 'carrier' | 'trackingNo' | 'search' | 'endReason'>>;
}

const endReasons: Partial<Record<OrderEvent, OrderRow['endReason']>> = {
  decline: 'declined',
  cancel: 'buyer_cancelled',
  expire: 'pay_by_passed',
  refund: 'refund_approved',
};

/** Returns why an event ends an order; what is overdue depends on how far the parcel came. */
function endReasonOf(event: OrderEvent, { status, endReason }: OrderRow): OrderRow['endReason'] {
  if (event === 'overdue') return status === 'shipped' ? 'deliver_by_passed' : 'ship_by_passed';
  return endReasons[event] ?? endReason;
}

/** Returns the transition of an event, or throws the refusal that says why there is none. */
function transitionOf(order: OrderRow, event: OrderEvent, party: Party) {
  const transition = orderMachine[order.status][event];
  if (!transition)
    throw refuse(codes.invalidOperation, { reason: 'status', params: { status: order.status } });
  // No other party pays or declines for a merchant, and a merchant acts for no other party.
  if ((transition.by === 'merchant') !== (party === 'merchant')) {
    throw refuse(codes.invalidOperation, { reason: 'not_yours_to_do' });
  }
  if (order.caseSince && pausedByCase.includes(event))
    throw refuse(codes.invalidOperation, { reason: 'case_open' });
  return transition;
}

function requirePartialAmount(order: OrderRow, event: OrderEvent, decision: RefundDecision): bigint {
  if (event !== 'partial_refund') return 0n;
  const partialAmount = decision.partialAmount ?? 0n;
  if (partialAmount > 0n && partialAmount <= netOf(order)) return partialAmount;
  throw refuse(codes.invalidParameter, { field: 'amount', reason: 'more_than_net' });
}

/**
 * Applies one event to one order: status, postings, history and reactions, in the caller's transaction or not at all.
 * @throws Refusal 404; 203 for an event that its status or an open case does not allow; 405 for a part above its net
 */
export async function applyOrderEvent(deps: Deps, change: OrderChange): Promise<OrderRow> {
  const { db: tx, clock, config } = deps;
  const { event, actor, reason } = change;
  const order = await lockOrder(tx, change.orderId, change.shopId);
  const { to } = transitionOf(order, event, change.party);
  const at = clock.now();
  // After the deadline a merchant has no choice left, even before the due work has recorded it.
  if (change.party === 'merchant' && order.dueAt && order.dueAt <= at)
    throw refuse(codes.invalidOperation, { reason: 'status', params: { status: order.status } });
  const requested = change.decision ?? {};
  const partialAmount = requirePartialAmount(order, event, requested);
  const step = { order, event, to, actor };
  await reactBeforePosting(deps, step);

  const owed = event === 'refund' ? faultCost(order, requested.fault) : 0n;
  const decision = owed > 0n ? { ...requested, cover: await coverForPosting(tx, order, owed) } : requested;

  const entries = entriesOf(event, order, decision);
  if (entries.length > 0) {
    const ref = partialAmount > 0n ? `${order.id}:${order.refunded + partialAmount}` : order.id;
    await post(tx, {
      kind: postingKinds[event] ?? event,
      ref,
      shopId: order.shopId,
      actor,
      at,
      entries,
      reason: reason?.code,
    });
  }
  const finishReactions = await reactAfterPosting(deps, step);

  const hasMoved = to !== order.status;
  const deliveredAt = event === 'deliver' ? at : order.deliveredAt;
  const timing = timingOfOrder(config, order);
  const [next] = await tx
    .update(orders)
    .set({
      status: to,
      refunded: order.refunded + partialAmount,
      deliveredAt,
      autoAccepted: event === 'auto_accept' || order.autoAccepted,
      dueAt: hasMoved ? dueAt(to, at, timing, deliveredAt) : order.dueAt,
      endReason: endReasonOf(event, order),
      ...change.set,
    })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status)))
    .returning();
  if (!next) throw refuse(codes.operationBusy);

  await addOrderEvent(tx, order, {
    event,
    to,
    actor,
    at,
    reasonCode: reason?.code,
    reason: reason?.text,
    ...effectOnFigures(event, order, decision),
  });
  const earnings = earningsOf(event, [order, next], decision);
  if (earnings) await recordEarnings(tx, order, earnings, { at, currency: config.currency });
  await notifyOrder(tx, event, next, { at, partialAmount, reason: reason?.code });
  await finishReactions();
  return next;
}
