import { and, asc, eq, inArray } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { orderEvents, orders } from '../../schema/orders.ts';

export type OrderRow = typeof orders.$inferSelect;

/** Locks an order until the transaction ends; throws 404 when there is none, or it belongs to another shop. */
export async function lockOrder(tx: Database, id: string, shopId?: string): Promise<OrderRow> {
  const where = shopId === undefined ? eq(orders.id, id) : and(eq(orders.id, id), eq(orders.shopId, shopId));
  const [row] = await tx.select().from(orders).where(where).for('update');
  if (!row) throw refuse(codes.recordNotFound, { field: 'orderId' });
  return row;
}

/** Locks several orders of a shop, always in the order of their ids, before anything is posted for one of them. */
export const lockOrders = (tx: Database, ids: string[], shopId: string): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(and(inArray(orders.id, ids), eq(orders.shopId, shopId)))
    .orderBy(asc(orders.id))
    .for('update');

type EventRow = typeof orderEvents.$inferInsert;
/** What an order's history says of an event: figures that are left out are zero, statuses that are left out the order's. */
type OrderEventInput = Pick<EventRow, 'event' | 'actor' | 'at'> &
  Partial<Pick<EventRow, 'from' | 'to' | 'reason' | 'reasonCode' | 'purchase' | 'profit'>>;

/** Adds an event to an order's history, from which the figures are counted and by which the wallet sees a change. */
export async function addOrderEvent(
  tx: Database,
  { id, shopId, status }: Pick<OrderRow, 'id' | 'shopId' | 'status'>,
  event: OrderEventInput,
): Promise<void> {
  await tx
    .insert(orderEvents)
    .values({ orderId: id, shopId, from: status, to: status, purchase: 0n, profit: 0n, ...event });
}
