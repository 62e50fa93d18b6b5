import { and, eq, inArray, max, sql } from 'drizzle-orm';
import { after } from '../platform/clock.ts';
import type { Timing } from '../platform/config/timing.ts';
import type { Deps } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { Refusal } from '../platform/refuse.ts';
import { checkpoints, orderEvents, orders } from '../schema/orders.ts';
import { buyerAccepts, carrierDelivers, carrierLoads, carrierScans, supplierShips } from './parcels.ts';
import { randomStars } from './people.ts';
import type { Market } from './run-demo-action.ts';
import { unitOf } from './seeded-random.ts';

const moving = ['to_be_shipped', 'shipped', 'to_be_accepted'] as const;
type Moving = (typeof moving)[number];

interface ParcelStep {
  /** The usual time after the last event, in milliseconds. */
  wait: number;
  run(deps: Deps): Promise<unknown>;
}

const scansOf = (shopId: string) => sql<number>`(select count(*)::int from ${checkpoints}
  where ${checkpoints.orderId} = ${orders.id} and ${checkpoints.shopId} = ${shopId})`;
const lastScan = sql<string | null>`(select max(${checkpoints.at})::text from ${checkpoints}
  where ${checkpoints.orderId} = ${orders.id})`;

const ordersUnderWay = ({ db }: Deps, shopId: string) =>
  db
    .select({
      id: orders.id,
      status: orders.status,
      scans: scansOf(shopId),
      scannedAt: lastScan,
      since: max(orderEvents.at),
    })
    .from(orders)
    .innerJoin(orderEvents, eq(orderEvents.orderId, orders.id))
    .where(and(eq(orders.shopId, shopId), inArray(orders.status, [...moving])))
    .groupBy(orders.id);

type UnderWay = Awaited<ReturnType<typeof ordersUnderWay>>[number];

/** Returns the next step of an order by supplier, carrier or buyer. */
function nextStep({ id, status, scans }: UnderWay, timing: Timing): ParcelStep {
  switch (status as Moving) {
    case 'to_be_shipped':
      return { wait: timing.supplierShips, run: (deps) => supplierShips(deps, id) };
    case 'shipped':
      return { wait: timing.carrierDelivers / 3, run: (deps) => nextCarry(scans)(deps, id) };
    case 'to_be_accepted':
      return { wait: timing.buyerAccepts, run: (deps) => buyerAccepts(deps, id, randomStars(deps.random)) };
  }
}

/** Returns what the carrier does next with a parcel that was scanned so often. */
function nextCarry(scans: number) {
  if (scans <= 1) return carrierScans;
  return scans === 2 ? carrierLoads : carrierDelivers;
}

function isDue(order: UnderWay, { wait }: ParcelStep, market: Market, now: Date): boolean {
  const times = [market.openedAt, order.since, order.scannedAt && new Date(order.scannedAt)];
  const last = Math.max(...times.map((at) => (at ? at.getTime() : 0)));
  // Each step of each order takes between half and one and a half of the usual time.
  const luck = 0.5 + unitOf(`${order.id} ${order.status} ${order.scans}`);
  return after(new Date(last), wait * luck) <= now;
}

/** Plays each step of a shop's parcels that is due, each in its own transaction. */
export async function parcelsRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  for (const order of await ordersUnderWay(deps, shopId)) {
    const step = nextStep(order, deps.config.timing);
    if (!isDue(order, step, market, deps.clock.now())) continue;
    await inTransaction(deps.db, (tx) => step.run({ ...deps, db: tx })).catch((error) => {
      // An operator or a deadline was faster: the next round reads the order again.
      if (!(error instanceof Refusal)) throw error;
    });
  }
}
