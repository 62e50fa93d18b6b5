import { and, eq, inArray, max, sql } from 'drizzle-orm';
import { after } from '../clock.ts';
import type { Timing } from '../config/timing.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { OrderDeps } from '../orders/apply-event.ts';
import { Refusal } from '../refuse.ts';
import { checkpoints, orderEvents, orders } from '../schema/orders.ts';
import { unitOf } from './chance.ts';
import type { Market } from './market.ts';
import { buyerAccepts, carrierDelivers, carrierLoads, carrierScans, supplierShips } from './parcels.ts';
import { someStars } from './people.ts';

const moving = ['to_be_shipped', 'shipped', 'to_be_accepted'] as const;
type Moving = (typeof moving)[number];

interface Act {
  /** How long after the last thing that happened, before this order's own luck. */
  wait: number;
  run(deps: OrderDeps): Promise<unknown>;
}

const scansOf = (shopId: string) => sql<number>`(select count(*)::int from ${checkpoints}
  where ${checkpoints.orderId} = ${orders.id} and ${checkpoints.shopId} = ${shopId})`;
const lastScan = sql<string | null>`(select max(${checkpoints.at})::text from ${checkpoints}
  where ${checkpoints.orderId} = ${orders.id})`;

const ordersUnderWay = ({ db }: Deps, shopId: string) =>
  db
    .select({
      ...{ id: orders.id, status: orders.status, scans: scansOf(shopId), scannedAt: lastScan },
      since: max(orderEvents.at),
    })
    .from(orders)
    .innerJoin(orderEvents, eq(orderEvents.orderId, orders.id))
    .where(and(eq(orders.shopId, shopId), inArray(orders.status, [...moving])))
    .groupBy(orders.id);

type UnderWay = Awaited<ReturnType<typeof ordersUnderWay>>[number];

/** What somebody does next to an order: supplier, carrier or buyer. */
function nextAct({ id, status, scans }: UnderWay, timing: Timing): Act {
  const third = timing.carrierDelivers / 3;
  const acts: Record<Moving, Act> = {
    to_be_shipped: { wait: timing.supplierShips, run: (deps) => supplierShips(deps, id) },
    shipped: { wait: third, run: (deps) => carrierDelivers(deps, id) },
    to_be_accepted: {
      wait: timing.buyerAccepts,
      run: (deps) => buyerAccepts(deps, id, someStars(deps.random)),
    },
  };
  if (status !== 'shipped') return acts[status as Moving];
  if (scans <= 1) return { wait: third, run: (deps) => carrierScans(deps, id) };
  return scans === 2 ? { wait: third, run: (deps) => carrierLoads(deps, id) } : acts.shipped;
}

function isTime(order: UnderWay, { wait }: Act, market: Market, now: Date): boolean {
  const times = [market.openedAt, order.since, order.scannedAt && new Date(order.scannedAt)];
  const last = Math.max(...times.map((at) => (at ? at.getTime() : 0)));
  // Each order has its own luck with each step: between half and one and a half of the usual time.
  const luck = 0.5 + unitOf(`${order.id} ${order.status} ${order.scans}`);
  return after(new Date(last), wait * luck) <= now;
}

/** Moves every parcel of a shop whose time has come, each act in a transaction of its own. */
export async function parcelsRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  for (const order of await ordersUnderWay(deps, shopId)) {
    const act = nextAct(order, deps.config.timing);
    if (!isTime(order, act, market, deps.clock.now())) continue;
    await inTransaction(deps.db, (tx) => act.run({ ...deps, db: tx })).catch((error) => {
      // An operator or a deadline was faster: the order is looked at anew in the next round.
      if (!(error instanceof Refusal)) throw error;
    });
  }
}
