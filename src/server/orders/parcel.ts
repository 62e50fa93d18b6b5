import { codes } from '../../contract/errors.ts';
import type { Database } from '../db.ts';
import type { ParcelStatus } from '../logistics.ts';
import { refuse } from '../refuse.ts';
import { checkpoints } from '../schema/orders.ts';
import { applyEvent, type OrderDeps } from './apply-event.ts';
import { lockOrder, type OrderRow } from './order-row.ts';

export interface Scan {
  status: ParcelStatus;
  place: string;
  timeZone: string;
  text: string;
}

const addScan = (tx: Database, order: OrderRow, at: Date, scan: Scan) =>
  tx.insert(checkpoints).values({ orderId: order.id, shopId: order.shopId, at, ...scan });

/** The carrier has accepted the supplier's parcel: from here on the purchase cost is the supplier's. */
export async function ship(
  deps: OrderDeps,
  orderId: string,
  { actor, carrier, trackingNo, scan }: { actor: string; carrier: string; trackingNo: string; scan: Scan },
): Promise<OrderRow> {
  const set = { carrier, trackingNo };
  const order = await applyEvent(deps, { orderId, event: 'ship', party: 'supplier', actor, set });
  await addScan(deps.db, order, deps.clock.now(), scan);
  return order;
}

/** A scan on the way; only a parcel that is on its way is scanned. */
export async function scanParcel(deps: OrderDeps, orderId: string, scan: Scan): Promise<OrderRow> {
  const order = await lockOrder(deps.db, orderId);
  if (order.status !== 'shipped') throw refuse(codes.invalidOperation, { reason: 'status' });
  await addScan(deps.db, order, deps.clock.now(), scan);
  return order;
}

/** The carrier's delivered event, which starts the buyer's time to accept. */
export async function deliver(
  deps: OrderDeps,
  orderId: string,
  actor: string,
  scan: Scan,
): Promise<OrderRow> {
  const order = await applyEvent(deps, { orderId, event: 'deliver', party: 'carrier', actor });
  await addScan(deps.db, order, deps.clock.now(), { ...scan, status: 'delivered' });
  return order;
}
