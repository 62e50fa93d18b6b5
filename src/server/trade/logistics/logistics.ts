import { and, asc, eq } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { type OrderStatus, type parcelStatuses, scanCodes } from '../../../contract/status.ts';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { textOf } from '../../platform/texts/texts.ts';
import { checkpoints, orders } from '../../schema/orders.ts';
import { activeCarrier, trackingLink } from './carriers.ts';

export type ParcelStatus = (typeof parcelStatuses)[number];
export type ScanCode = (typeof scanCodes)[number];
type Logistics = Output<'POST /v1/order/logistics'>;

// After the first period without a scan a merchant should ask the carrier; after the second no scan is expected.
const staleAfter = 5 * day;
const expiredAfter = 30 * day;

const unsent: readonly OrderStatus[] = ['pending_payment', 'to_be_shipped', 'cancelled', 'refunded'];

const stateAfter: Record<Exclude<ScanCode, ParcelStatus>, ParcelStatus> = {
  picked_up: 'in_transit',
  departed: 'in_transit',
  arrived: 'in_transit',
  customs: 'in_transit',
  customs_cleared: 'in_transit',
  customs_held: 'exception',
  delayed: 'exception',
  address_problem: 'exception',
  damaged: 'exception',
  refused: 'exception',
  returning: 'exception',
};

/** Returns the state of a parcel after a scan. */
export const stateOf = (code: ScanCode): ParcelStatus =>
  code in stateAfter ? stateAfter[code as keyof typeof stateAfter] : (code as ParcelStatus);

type ScanRow = typeof checkpoints.$inferSelect;

/** Returns a scan in the reader's language where it has codes; the carrier's own text and place as they were written. */
function shownScan({ at, timeZone, place, text }: ScanRow, lang: string): Logistics['checkpoints'][number] {
  const placeName = textOf('place', place, lang);
  return {
    at: at.toISOString(),
    tz: timeZone,
    place: placeName ?? place,
    placeCode: placeName === undefined ? null : place,
    text: textOf('parcel', text, lang) ?? text,
    code: scanCodes.find((code) => code === text) ?? null,
  };
}

/**
 * Returns where a shop's parcel is.
 * @throws Refusal 404 for an order of another shop, or one that has no parcel; 435 where its carrier is not configured,
 *   or it was sent without one that can be asked
 */
export async function logisticsOf(
  { db, clock, lang }: Deps & { lang: string },
  shopId: string,
  orderId: string,
): Promise<Logistics> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.shopId, shopId)));
  if (!order) throw refuse(codes.recordNotFound, { field: 'orderId' });
  const { carrier: name, trackingNo, status } = order;
  if (!name && unsent.includes(status))
    throw refuse(codes.recordNotFound, { field: 'orderId', reason: 'no_parcel' });
  const carrier = name ? await activeCarrier(db, name) : null;
  if (!carrier || !trackingNo) throw refuse(codes.logisticsNotConfigured);
  const scans = await db
    .select()
    .from(checkpoints)
    .where(and(eq(checkpoints.orderId, orderId), eq(checkpoints.shopId, shopId)))
    .orderBy(asc(checkpoints.at), asc(checkpoints.seq));
  const last = scans.at(-1);
  const hasNoScanFor = (period: number) =>
    status === 'shipped' && after(last?.at ?? order.createdAt, period) < clock.now();
  return {
    carrier: carrier.name,
    trackingNo,
    trackingUrl: trackingLink(carrier.trackingUrl, trackingNo),
    status: hasNoScanFor(expiredAfter) ? 'expired' : (last?.status ?? 'pending'),
    stale: hasNoScanFor(staleAfter),
    checkpoints: scans.map((scan) => shownScan(scan, lang)),
    lastScanAt: last?.at.toISOString() ?? null,
  };
}
