import { eq } from 'drizzle-orm';
import { decide } from '../operators/decisions.ts';
import type { Deps } from '../platform/context.ts';
import { demoSentences } from '../platform/texts/demo-texts.ts';
import { orders } from '../schema/orders.ts';
import type { ScanCode } from '../trade/logistics/logistics.ts';
import { applyOrderEvent } from '../trade/orders/apply-order-event.ts';
import { codedScan, deliver, type Scan, scanParcel, ship } from '../trade/orders/parcel.ts';
import { type Colour, png } from './png.ts';
import { unitOf } from './seeded-random.ts';

// Comments that suit every article of the warehouse.
const praise = [demoSentences.as_pictured, demoSentences.sooner, demoSentences.lovely, demoSentences.present];
const mixed = [demoSentences.smaller, demoSentences.box_dented];
const complaint = [demoSentences.color, demoSentences.long];

const textsFor = (stars: number): string[] => (stars === 5 ? praise : stars === 4 ? mixed : complaint);

/** Returns what a buyer writes with the stars, empty for half of them; derived from the order's id. */
function commentText(orderId: string, stars: number): string {
  const list = textsFor(stars);
  return list[Math.floor(unitOf(`words ${orderId}`) * list.length * 2)] ?? '';
}

/** Returns whether a buyer who writes also adds a picture. */
export const addsPicture = (orderId: string): boolean => unitOf(`picture ${orderId}`) < 0.3;

const table: Colour = [214, 205, 190];
const card: Colour = [184, 144, 98];
const tape: Colour = [232, 216, 176];
const label: Colour = [246, 244, 238];

const within = (at: number, from: number, to: number): boolean => at >= from && at < to;

function colourAt(x: number, y: number): Colour {
  if (!within(x, 24, 136) || !within(y, 30, 100)) return table;
  if (within(x, 92, 126) && within(y, 66, 90)) return label;
  return within(x, 74, 86) ? tape : card;
}

/** Draws the picture of a parcel on the buyer's table, as the base64 of its bytes. */
const parcelPicture = (): string =>
  Buffer.from(png({ width: 160, height: 120, colourAt })).toString('base64');

const carriers = ['Meridian Post', 'Blue Heron Express', 'Overland Parcels'];
const origins: [place: string, timeZone: string][] = [
  ['CNNGB', 'Asia/Shanghai'],
  ['TRIZM', 'Europe/Istanbul'],
  ['PTOPO', 'Europe/Lisbon'],
];
const hubs: [place: string, timeZone: string][] = [
  ['AEDXB', 'Asia/Dubai'],
  ['NLRTM', 'Europe/Amsterdam'],
];
const homes: [place: string, timeZone: string][] = [
  ['FRLIO', 'Europe/Paris'],
  ['ESVLC', 'Europe/Madrid'],
  ['EGCAI', 'Africa/Cairo'],
  ['USCHI', 'America/Chicago'],
];

// Everything about a parcel is derived from its order's id, so that it never changes.
function pickFor<T>(list: readonly T[], orderId: string, what: string): T {
  const one = list[Math.floor(unitOf(`${what} ${orderId}`) * list.length)];
  if (one === undefined) throw new Error(`no ${what}`);
  return one;
}

const scan = (code: ScanCode, [place, timeZone]: [string, string]): Scan => ({
  ...codedScan(code),
  place,
  timeZone,
});

const routeOf = (orderId: string) => ({
  origin: pickFor(origins, orderId, 'origin'),
  hub: pickFor(hubs, orderId, 'hub'),
});

/** Returns where an order goes: to its destination, where the carrier knows it. */
async function homeOf({ db }: Deps, orderId: string): Promise<[place: string, timeZone: string]> {
  const [order] = await db
    .select({ destination: orders.destination })
    .from(orders)
    .where(eq(orders.id, orderId));
  return homes.find(([place]) => place === order?.destination) ?? pickFor(homes, orderId, 'home');
}

/** The steps of supplier, carrier and buyer; each calls the function that a real one calls. */
export const supplierShips = (deps: Deps, orderId: string) =>
  ship(deps, orderId, {
    actor: 'demo:supplier',
    carrier: pickFor(carriers, orderId, 'carrier'),
    trackingNo: `DEMO${Math.floor(unitOf(`tracking ${orderId}`) * 1e9)}`,
    scan: scan('picked_up', routeOf(orderId).origin),
  });

export const carrierScans = (deps: Deps, orderId: string) =>
  scanParcel(deps, orderId, scan('departed', routeOf(orderId).hub));

export const carrierLoads = async (deps: Deps, orderId: string) =>
  scanParcel(deps, orderId, scan('out_for_delivery', await homeOf(deps, orderId)));

export const carrierDelivers = async (deps: Deps, orderId: string) =>
  deliver(deps, orderId, 'demo:carrier', scan('delivered', await homeOf(deps, orderId)));

async function buyerComments(deps: Deps, order: string, stars: number): Promise<void> {
  const text = commentText(order, stars) || undefined;
  const picture = text && addsPicture(order) ? parcelPicture() : undefined;
  await decide(deps, 'comment', { order, stars, text, picture, reference: order }, 'demo');
}

export async function buyerAccepts(deps: Deps, orderId: string, stars: number | null) {
  const order = await applyOrderEvent(deps, {
    orderId,
    event: 'accept',
    party: 'buyer',
    actor: 'demo:buyer',
  });
  if (stars !== null) await buyerComments(deps, orderId, stars);
  return order;
}
