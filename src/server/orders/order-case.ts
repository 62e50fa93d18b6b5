import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import { orderEvents, orders } from '../schema/orders.ts';
import type { OrderDeps } from './apply-event.ts';
import { lockOrder, type OrderRow } from './order-row.ts';

const open = new Set<OrderRow['status']>([
  'shipped',
  'to_be_accepted',
  'accepted',
  'pending_settlement',
  'waiting_for_withdrawal',
]);

async function note(
  deps: OrderDeps,
  order: OrderRow,
  event: string,
  actor: string,
  reason: string,
): Promise<void> {
  const { id: orderId, shopId, status } = order;
  const at = deps.clock.now();
  const none = { purchase: 0n, profit: 0n };
  await deps.db
    .insert(orderEvents)
    .values({ orderId, shopId, event, from: status, to: status, actor, reason, at, ...none });
}

/** Opens an after-sale case: until it is closed, settlement and release wait, and the order says why and since when. */
export async function openCase(
  deps: OrderDeps,
  orderId: string,
  actor: string,
  reason: string,
): Promise<OrderRow> {
  const order = await lockOrder(deps.db, orderId);
  if (order.caseSince || !open.has(order.status)) throw refuse(codes.invalidOperation, { reason: 'status' });
  const change = { caseId: newId(deps.random, 'case'), caseReason: reason, caseSince: deps.clock.now() };
  await deps.db.update(orders).set(change).where(eq(orders.id, orderId));
  await note(deps, order, 'case_opened', actor, reason);
  return { ...order, ...change };
}

/** Closes the case; what its order was due for happens at the next round. */
export async function closeCase(
  deps: OrderDeps,
  orderId: string,
  actor: string,
  reason: string,
): Promise<OrderRow> {
  const order = await lockOrder(deps.db, orderId);
  if (!order.caseSince) throw refuse(codes.invalidOperation, { reason: 'no_case' });
  const change = { caseId: null, caseReason: null, caseSince: null };
  await deps.db.update(orders).set(change).where(eq(orders.id, orderId));
  await note(deps, order, 'case_closed', actor, reason);
  return { ...order, ...change };
}
