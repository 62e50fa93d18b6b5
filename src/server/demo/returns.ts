import { and, eq, gte, max, notExists, type SQL } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/status.ts';
import { openCase } from '../cases/open-case.ts';
import { day } from '../clock.ts';
import type { Deps } from '../context.ts';
import { applyEvent } from '../orders/apply-event.ts';
import { lockOrder } from '../orders/order-row.ts';
import { afterSaleCases } from '../schema/cases.ts';
import { orderEvents, orders } from '../schema/orders.ts';
import { act, isOver } from './act.ts';
import { unitOf } from './chance.ts';
import { type Complaint, complaintOf, partOf } from './complaint.ts';
import type { Market } from './market.ts';

/** Whose orders the market may take back: what an operator or a test placed is left to whoever placed it. */
export const whimsical = 'demo:buyer';

const actor = whimsical;
const secondThoughts = 0.08;

/** Orders that the market's own buyers placed, with when something last happened to them. */
async function ownOrders({ db }: Deps, where: SQL | undefined) {
  const own = db.$with('own').as(
    db
      .select({ orderId: orderEvents.orderId })
      .from(orderEvents)
      .innerJoin(orders, eq(orders.id, orderEvents.orderId))
      .where(and(where, eq(orderEvents.event, 'place'), eq(orderEvents.actor, actor))),
  );
  return db
    .with(own)
    .select({ id: orderEvents.orderId, since: max(orderEvents.at) })
    .from(orderEvents)
    .innerJoin(own, eq(own.orderId, orderEvents.orderId))
    .groupBy(orderEvents.orderId);
}

/** A buyer thinks again before the merchant has paid: only of what was ordered while the market was open. */
async function cancelRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  const pending = and(eq(orders.shopId, shopId), eq(orders.status, 'pending_payment'));
  const ms = day / deps.config.demoSpeed;
  const reason = { code: 'buyer_cancelled', text: '' };
  for (const { id, since } of await ownOrders(deps, and(pending, gte(orders.createdAt, market.openedAt)))) {
    if (!since || unitOf(`second thoughts ${id}`) >= secondThoughts) continue;
    if (!isOver(deps, market, { since, ms, luck: `cancel ${id}` })) continue;
    const change = { orderId: id, event: 'cancel', party: 'buyer', actor, reason } as const;
    await act(deps, (own) => applyEvent(own, change));
  }
}

/** The request of a buyer, as it comes in; the merchant's time to answer begins. */
export async function complain(deps: Deps, orderId: string, complaint: Complaint) {
  const { type, reasonCode, reason } = complaint;
  const wanted = partOf(await lockOrder(deps.db, orderId), complaint);
  return openCase(deps, { orderId, type, reasonCode, reason, wanted, actor });
}

// A case waits for the merchant as long as anywhere; what comes before it keeps the demo's pace.
const noticed = ({ config }: Deps, { at }: Complaint): number =>
  (at === 'pending_settlement' ? config.timing.settle : config.timing.returnWindow) * 0.4;

const open: OrderStatus[] = ['pending_settlement', 'waiting_for_withdrawal'];

async function complaintsRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  const { db } = deps;
  const ever = db
    .select({ id: afterSaleCases.id })
    .from(afterSaleCases)
    .where(eq(afterSaleCases.orderId, orders.id));
  for (const status of open) {
    const found = and(eq(orders.shopId, shopId), eq(orders.status, status), notExists(ever));
    for (const { id, since } of await ownOrders(deps, found)) {
      const complaint = complaintOf(id);
      if (!since || complaint?.at !== status) continue;
      const wait = { since, ms: noticed(deps, complaint), luck: `complains ${id}` };
      if (isOver(deps, market, wait)) await act(deps, (own) => complain(own, id, complaint));
    }
  }
}

/** Buyers who change their minds: before the merchant has paid, and after they have what they bought. */
export async function returnsRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  await cancelRound(deps, market, shopId);
  await complaintsRound(deps, market, shopId);
}
