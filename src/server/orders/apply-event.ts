import { and, eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { endCaseWithOrder } from '../cases/end-with-order.ts';
import { keptByBuyer } from '../claims/claim-row.ts';
import { dropClaims } from '../claims/drop-claims.ts';
import type { Basics } from '../context.ts';
import { refillDeposit } from '../deposits/refill.ts';
import { restock } from '../goods/stock.ts';
import { post } from '../ledger/ledger.ts';
import { refuse } from '../refuse.ts';
import { orderEvents, orders } from '../schema/orders.ts';
import { addCredit } from '../shop/credit.ts';
import { coverOf } from './cover.ts';
import { dueAt } from './due-at.ts';
import { type OrderEvent, orderMachine, type Party, pausedByCase } from './order-machine.ts';
import { tellOrder } from './order-notices.ts';
import { type Decision, effectOf, entriesOf, faultCost, netOf, postingKinds } from './order-postings.ts';
import { lockOrder, type OrderRow } from './order-row.ts';

/** What an event needs to run; `db` is the transaction it runs in. */
export type OrderDeps = Basics;

export interface OrderChange {
  orderId: string;
  event: OrderEvent;
  party: Party;
  /** Stored with the event and its posting: a user's id, or who acted for supplier, carrier, buyer or system. */
  actor: string;
  /** Merchants reach their own orders only. */
  shopId?: string;
  decision?: Decision;
  reason?: { code: string; text: string };
  /** Columns the event brings with it. */
  set?: Partial<Pick<OrderRow, 'carrier' | 'trackingNo' | 'endReason'>>;
}

const endings: Partial<Record<OrderEvent, OrderRow['endReason']>> = {
  decline: 'declined',
  cancel: 'buyer_cancelled',
  lapse: 'pay_by_passed',
  overdue: 'ship_by_passed',
  refund: 'refund_approved',
};

/** The transition an event would be, or the refusal that says why it is none. */
export function transitionOf(order: OrderRow, event: OrderEvent, party: Party) {
  const transition = orderMachine[order.status][event];
  if (!transition)
    throw refuse(codes.invalidOperation, { reason: 'status', params: { status: order.status } });
  // Nobody pays or declines in a merchant's place, and a merchant does nobody else's part.
  if ((transition.by === 'merchant') !== (party === 'merchant')) {
    throw refuse(codes.invalidOperation, { reason: 'not_yours_to_do' });
  }
  if (order.caseSince && pausedByCase.includes(event))
    throw refuse(codes.invalidOperation, { reason: 'case_open' });
  return transition;
}

function checkedPartial(order: OrderRow, event: OrderEvent, decision: Decision): bigint {
  if (event !== 'partial_refund') return 0n;
  const partial = decision.partial ?? 0n;
  if (partial > 0n && partial <= netOf(order)) return partial;
  throw refuse(codes.invalidParameter, { field: 'amount', reason: 'more_than_net' });
}

/** Applies one event to one order: status, postings and history, in the caller's transaction or not at all. */
export async function applyEvent(deps: OrderDeps, change: OrderChange): Promise<OrderRow> {
  const { db: tx, clock, config } = deps;
  const { event, actor, reason } = change;
  const order = await lockOrder(tx, change.orderId, change.shopId);
  const { to } = transitionOf(order, event, change.party);
  const at = clock.now();
  // Whose time has passed has nothing left to choose, also before the round that writes it down.
  if (change.party === 'merchant' && order.dueAt && order.dueAt <= at)
    throw refuse(codes.invalidOperation, { reason: 'status', params: { status: order.status } });
  const asked = change.decision ?? {};
  const partial = checkedPartial(order, event, asked);
  // Goods and shop are locked before the ledger's head, as a new order does: the other way round they would wait for
  // each other, and every movement of money for both.
  if (to === 'cancelled' || (to === 'refunded' && order.status === 'to_be_shipped'))
    await restock(tx, order.id);
  if (event === 'release' || event === 'lapse') await addCredit(deps, order, event);
  const isRefunded = to === 'refunded';
  if (isRefunded) await endCaseWithOrder(deps, order, actor);

  const owed = event === 'refund' ? faultCost(order, asked.fault) : 0n;
  const decision = owed > 0n ? { ...asked, cover: await coverOf(tx, order, owed) } : asked;

  const kept = isRefunded ? await keptByBuyer(tx, order.id) : 0n;
  const entries = entriesOf(event, { ...order, kept }, decision);
  if (entries.length > 0) {
    const ref = partial > 0n ? `${order.id}:${order.refunded + partial}` : order.id;
    const facts = { kind: postingKinds[event] ?? event, ref, shopId: order.shopId, actor, at, entries };
    await post(tx, { ...facts, reason: reason?.code });
  }
  const { id: orderId, no, shopId } = order;
  const tellRefilled =
    event === 'release' ? await refillDeposit(deps, { orderId, no, shopId, amount: netOf(order) }) : null;

  const moved = to !== order.status;
  const deliveredAt = event === 'deliver' ? at : order.deliveredAt;
  const [next] = await tx
    .update(orders)
    .set({
      status: to,
      refunded: order.refunded + partial,
      claimed: isRefunded ? 0n : order.claimed,
      deliveredAt,
      autoAccepted: event === 'auto_accept' || order.autoAccepted,
      dueAt: moved ? dueAt(to, at, config.timing, deliveredAt) : order.dueAt,
      endReason: endings[event] ?? order.endReason,
      ...change.set,
    })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status)))
    .returning();
  if (!next) throw refuse(codes.operationBusy);

  await tx.insert(orderEvents).values({
    ...{ orderId: order.id, shopId: order.shopId, event, from: order.status, to, actor, at },
    ...{ reasonCode: reason?.code, reason: reason?.text },
    ...effectOf(event, order, decision),
  });
  await tellOrder(tx, event, next, { at, partial, reason: reason?.code });
  await tellRefilled?.();
  if (isRefunded) await dropClaims(deps, order, { actor, reason: 'order_refunded' });
  return next;
}
