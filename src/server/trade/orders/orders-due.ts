import { and, isNull, lte, notInArray, or } from 'drizzle-orm';
import type { OrderStatus } from '../../../contract/status.ts';
import type { Deps } from '../../platform/context.ts';
import { dueWork } from '../../platform/due-work.ts';
import { orders } from '../../schema/orders.ts';
import { dueEvents, pausedByCase } from '../model/order-machine.ts';
import { lockOrder, type OrderRow } from '../model/order-row.ts';
import { applyOrderEvent } from './apply-order-event.ts';

const pausable = (Object.keys(dueEvents) as OrderStatus[]).filter((status) => {
  const event = dueEvents[status];
  return event !== undefined && pausedByCase.includes(event);
});

/**
 * Applies the due event of an order, in the caller's transaction; returns null where its date has not come, or a case
 * pauses it.
 */
export async function applyDueEvent(deps: Deps, id: string): Promise<OrderRow | null> {
  const order = await lockOrder(deps.db, id);
  const event = dueEvents[order.status];
  if (!event || !order.dueAt || order.dueAt > deps.clock.now()) return null;
  if (order.caseSince && pausedByCase.includes(event)) return null;
  return applyOrderEvent(deps, { orderId: id, event, party: 'system', actor: 'system' });
}

/** Applies the due event of every order that is past its date: pay-by, ship-by, deliver-by, acceptance, settlement, release. */
export const ordersDue = dueWork({
  name: 'order',
  due: (now) => ({
    id: orders.id,
    at: orders.dueAt,
    where: and(lte(orders.dueAt, now), or(isNull(orders.caseSince), notInArray(orders.status, pausable))),
  }),
  handle: async (deps, id) => (await applyDueEvent(deps, id)) !== null,
});
