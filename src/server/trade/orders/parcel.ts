import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { checkpoints } from '../../schema/orders.ts';
import { notify } from '../../shops/notices/notify.ts';
import { requireCarrier } from '../logistics/carriers.ts';
import { type ParcelStatus, type ScanCode, stateOf } from '../logistics/logistics.ts';
import { lockOrder, type OrderRow } from '../model/order-row.ts';
import { applyOrderEvent } from './apply-order-event.ts';

/** The report of a scan: a code or the carrier's own words, and the state of the parcel after it. */
export interface ScanReport {
  status: ParcelStatus;
  text: string;
}

export const codedScan = (code: ScanCode): ScanReport => ({ status: stateOf(code), text: code });

export interface Scan extends ScanReport {
  /** The code of a place that has a name in every language, or the carrier's own text. */
  place: string;
  timeZone: string;
  /** When it was scanned; now, where the carrier does not say. */
  at?: Date;
}

async function addScan(tx: Database, order: OrderRow, now: Date, { at = now, ...scan }: Scan): Promise<void> {
  if (at > now || at < order.createdAt)
    throw refuse(codes.invalidParameter, { field: 'at', reason: 'no_time_of_this_parcel' });
  await tx.insert(checkpoints).values({ ...scan, orderId: order.id, shopId: order.shopId, at });
}

/** Records that the carrier has accepted the supplier's parcel: from here on the supplier bears the purchase cost. */
export async function ship(
  deps: Deps,
  orderId: string,
  { actor, carrier, trackingNo, scan }: { actor: string; carrier: string; trackingNo: string; scan: Scan },
): Promise<OrderRow> {
  const { name } = await requireCarrier(deps, carrier);
  const { search } = await lockOrder(deps.db, orderId);
  const set = { carrier: name, trackingNo, search: `${search} ${trackingNo.toLowerCase()}` };
  const order = await applyOrderEvent(deps, { orderId, event: 'ship', party: 'supplier', actor, set });
  await addScan(deps.db, order, deps.clock.now(), scan);
  return order;
}

const problemStatuses: readonly ParcelStatus[] = ['attempt_failed', 'exception'];

/** Records a scan of a parcel in transit. A scan that reports a problem is notified to the merchant. */
export async function scanParcel(deps: Deps, orderId: string, scan: Scan): Promise<OrderRow> {
  const { db: tx, clock } = deps;
  const order = await lockOrder(tx, orderId);
  if (order.status !== 'shipped' || scan.status === 'delivered')
    throw refuse(codes.invalidOperation, { reason: 'status', params: { status: order.status } });
  const at = clock.now();
  await addScan(tx, order, at, scan);
  if (!problemStatuses.includes(scan.status)) return order;
  const { shopId } = order;
  const params = { what: scan.text };
  await notify(tx, { kind: 'parcel_exception', params, shopId, orderId, at });
  return order;
}

/** Records the carrier's delivered event, which starts the buyer's time to accept. */
export async function deliver(deps: Deps, orderId: string, actor: string, scan: Scan): Promise<OrderRow> {
  const order = await applyOrderEvent(deps, { orderId, event: 'deliver', party: 'carrier', actor });
  await addScan(deps.db, order, deps.clock.now(), { ...scan, status: 'delivered' });
  return order;
}

/**
 * Records that the carrier has lost the parcel: the buyer gets a full refund, and the supplier, who chose the carrier,
 * bears it.
 */
export async function loseParcel(
  deps: Deps,
  orderId: string,
  { actor, scan }: { actor: string; scan: Scan },
): Promise<OrderRow> {
  const { status } = await lockOrder(deps.db, orderId);
  if (status !== 'shipped') throw refuse(codes.invalidOperation, { reason: 'status', params: { status } });
  const order = await applyOrderEvent(deps, {
    orderId,
    event: 'refund',
    party: 'platform',
    actor,
    decision: { fault: 'supplier' },
    reason: { code: 'supplier_fault', text: scan.text },
    set: { endReason: 'lost' },
  });
  await addScan(deps.db, order, deps.clock.now(), { ...scan, status: 'exception' });
  return order;
}
