import { and, asc, eq } from 'drizzle-orm';
import type { Output } from '../contract/calls.ts';
import { codes } from '../contract/errors.ts';
import type { parcelStatuses } from '../contract/status.ts';
import { after, day } from './clock.ts';
import type { Deps } from './context.ts';
import { refuse } from './refuse.ts';
import { checkpoints, orders } from './schema/orders.ts';

export type ParcelStatus = (typeof parcelStatuses)[number];

// A parcel that nobody has scanned for this long is worth asking after.
const quiet = 5 * day;

/** Where a shop's parcel is; 404 for an order of another shop, 435 while no carrier has it. */
export async function logisticsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  shopId: string,
  orderId: string,
): Promise<Output<'POST /v1/order/logistics'>> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.shopId, shopId)));
  if (!order) throw refuse(codes.recordNotFound, { field: 'orderId' });
  const { carrier, trackingNo } = order;
  if (!carrier || !trackingNo) throw refuse(codes.logisticsNotConfigured);
  const scans = await db
    .select()
    .from(checkpoints)
    .where(and(eq(checkpoints.orderId, orderId), eq(checkpoints.shopId, shopId)))
    .orderBy(asc(checkpoints.at));
  const last = scans.at(-1);
  const waiting = order.status === 'shipped' && after(last?.at ?? order.createdAt, quiet) < clock.now();
  return {
    ...{ carrier, trackingNo, trackingUrl: null, status: last?.status ?? 'info_received', stale: waiting },
    checkpoints: scans.map(({ at, timeZone, place, text }) => ({
      ...{ at: at.toISOString(), tz: timeZone, place, text },
    })),
    lastScanAt: last?.at.toISOString() ?? null,
  };
}
