import { and, eq, lte, max, notInArray } from 'drizzle-orm';
import type { OrderStatus } from '../../../contract/status.ts';
import { after } from '../../platform/clock.ts';
import type { Timing } from '../../platform/config/timing.ts';
import type { Deps } from '../../platform/context.ts';
import { orders } from '../../schema/orders.ts';

const ended: OrderStatus[] = ['completed', 'cancelled', 'refunded'];

interface Group {
  status: OrderStatus;
  dueAt: Date | null;
  deliveredAt: Date | null;
}

// After delivery an order is finished once its return window and its settlement have both ended.
const fromDelivery = (timing: Timing): number =>
  Math.max(timing.returnWindow, timing.autoAccept + timing.settle * 2);

const expectedEnd = ({ status, dueAt, deliveredAt }: Group, now: Date, timing: Timing): Date => {
  const onTheWay = timing.carrierDelivers + fromDelivery(timing);
  if (status === 'pending_payment') return after(dueAt ?? now, timing.shipBy + onTheWay);
  if (status === 'to_be_shipped') return after(dueAt ?? now, onTheWay);
  if (status === 'shipped') return after(now, onTheWay);
  return after(deliveredAt ?? now, fromDelivery(timing));
};

/**
 * Estimates when the last return window of a shop's orders ends, of the orders placed up to `until`; now, where no such
 * order is open.
 */
export async function lastWindowEnd(
  { db, clock, config }: Deps,
  shopId: string,
  until: Date = clock.now(),
): Promise<{ at: Date; isOver: boolean }> {
  const open = and(eq(orders.shopId, shopId), lte(orders.createdAt, until), notInArray(orders.status, ended));
  const groups = await db
    .select({
      status: orders.status,
      dueAt: max(orders.dueAt),
      deliveredAt: max(orders.deliveredAt),
    })
    .from(orders)
    .where(open)
    .groupBy(orders.status);
  const now = clock.now();
  const ends = groups.map((group) => expectedEnd(group, now, config.timing).getTime());
  return { at: new Date(Math.max(now.getTime(), ...ends)), isOver: groups.length === 0 };
}
