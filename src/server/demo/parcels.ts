import { addBuyerComment } from '../comments/add-comment.ts';
import { applyEvent, type OrderDeps } from '../orders/apply-event.ts';
import { deliver, type Scan, scanParcel, ship } from '../orders/parcel.ts';
import { unitOf } from './chance.ts';
import { parcelPicture } from './parcel-picture.ts';
import { addsPicture, someWords } from './words.ts';

const carriers = ['Meridian Post', 'Blue Heron Express', 'Overland Parcels'];
const origins: [place: string, timeZone: string][] = [
  ['Ningbo', 'Asia/Shanghai'],
  ['Izmir', 'Europe/Istanbul'],
  ['Porto', 'Europe/Lisbon'],
];
const hubs: [place: string, timeZone: string][] = [
  ['Dubai', 'Asia/Dubai'],
  ['Rotterdam', 'Europe/Amsterdam'],
];
const homes: [place: string, timeZone: string][] = [
  ['Lyon', 'Europe/Paris'],
  ['Valencia', 'Europe/Madrid'],
  ['Cairo', 'Africa/Cairo'],
  ['Chicago', 'America/Chicago'],
];

// A parcel keeps its way: everything about it follows from its order's id.
function along<T>(list: readonly T[], orderId: string, what: string): T {
  const one = list[Math.floor(unitOf(`${what} ${orderId}`) * list.length)];
  if (one === undefined) throw new Error(`no ${what}`);
  return one;
}

const scan = (status: Scan['status'], text: string, [place, timeZone]: [string, string]): Scan => ({
  ...{ status, text, place, timeZone },
});

const way = (orderId: string) => ({
  origin: along(origins, orderId, 'origin'),
  hub: along(hubs, orderId, 'hub'),
  home: along(homes, orderId, 'home'),
});

/** What supplier, carrier and buyer do to an order, one act each; every act is the real one. */
export const supplierShips = (deps: OrderDeps, orderId: string) =>
  ship(deps, orderId, {
    actor: 'demo:supplier',
    carrier: along(carriers, orderId, 'carrier'),
    trackingNo: `DEMO${Math.floor(unitOf(`tracking ${orderId}`) * 1e9)}`,
    scan: scan('in_transit', 'Accepted by the carrier', way(orderId).origin),
  });

export const carrierScans = (deps: OrderDeps, orderId: string) =>
  scanParcel(deps, orderId, scan('in_transit', 'Left the sorting centre', way(orderId).hub));

export const carrierLoads = (deps: OrderDeps, orderId: string) =>
  scanParcel(deps, orderId, scan('out_for_delivery', 'Out for delivery', way(orderId).home));

export const carrierDelivers = (deps: OrderDeps, orderId: string) =>
  deliver(deps, orderId, 'demo:carrier', scan('delivered', 'Delivered', way(orderId).home));

async function buyerComments(deps: OrderDeps, orderId: string, rating: number): Promise<void> {
  const content = someWords(orderId, rating);
  const picture = content !== '' && addsPicture(orderId) ? parcelPicture() : undefined;
  await addBuyerComment(deps, { orderId, rating, content, picture, actor: 'demo:buyer' });
}

export async function buyerAccepts(deps: OrderDeps, orderId: string, stars: number | null) {
  const order = await applyEvent(deps, { orderId, event: 'accept', party: 'buyer', actor: 'demo:buyer' });
  if (stars !== null) await buyerComments(deps, orderId, stars);
  return order;
}
