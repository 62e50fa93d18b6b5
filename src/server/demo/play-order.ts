import { decide } from '../operators/decisions.ts';
import { day, hour, minute } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { Refusal } from '../platform/refuse.ts';
import { applyCaseEvent } from '../trade/cases/apply-case-event.ts';
import { lockCase } from '../trade/model/case-row.ts';
import { lockOrder, type OrderRow } from '../trade/model/order-row.ts';
import { applyOrderEvent } from '../trade/orders/apply-order-event.ts';
import { applyDueEvent } from '../trade/orders/orders-due.ts';
import { payOrders } from '../trade/orders/pay-orders.ts';
import { complain } from './buyer-complaints.ts';
import { complaints } from './complaint.ts';
import type { DemoShop } from './demo-shop.ts';
import { buyerAccepts, carrierDelivers, carrierLoads, carrierScans, supplierShips } from './parcels.ts';
import { randomStars } from './people.ts';
import type { Schedule } from './schedule.ts';
import { between } from './seeded-random.ts';

export interface Past {
  deps: Deps;
  schedule: Schedule;
  shop: DemoShop;
}

const now = ({ deps }: Past) => deps.clock.now().getTime();
/** Plays each deadline of an order on its date; each date follows from the step before. */
function scheduleDeadline(past: Past, { id, dueAt }: OrderRow): void {
  if (!dueAt) return;
  past.schedule.add(dueAt.getTime(), async () => {
    const next = await applyDueEvent(past.deps, id);
    if (next) scheduleDeadline(past, next);
  });
}

async function playDelivery(past: Past, orderId: string, scenario: Scenario): Promise<void> {
  const { deps, schedule } = past;
  const { random } = deps;
  const start = now(past);
  const shipped = start + between(random, 0.4, 1.3) * day;
  const scanned = shipped + between(random, 0.7, 1.6) * day;
  const loaded = scanned + between(random, 1, 2) * day;
  const delivered = loaded + between(random, 2, 9) * hour;
  const accepted = delivered + between(random, 0.2, 2.5) * day;
  schedule.add(shipped, () => supplierShips(deps, orderId));
  schedule.add(scanned, () => carrierScans(deps, orderId));
  schedule.add(loaded, () => carrierLoads(deps, orderId));
  schedule.add(delivered, () => carrierDelivers(deps, orderId));
  schedule.add(accepted, async () =>
    scheduleDeadline(past, await buyerAccepts(deps, orderId, randomStars(random))),
  );
  if (scenario === 'complained') playComplaint(past, orderId, accepted + 14 * hour);
}

/** Plays an order that gets lost on the way: the platform refunds, and the supplier bears the cost. */
function playLostParcel(past: Past, orderId: string): void {
  const { deps, schedule } = past;
  const shipped = now(past) + 0.8 * day;
  schedule.add(shipped, () => supplierShips(deps, orderId));
  schedule.add(shipped + 6 * day, () =>
    applyOrderEvent(deps, {
      orderId,
      event: 'refund',
      party: 'platform',
      actor: 'operator:demo',
      decision: { fault: 'supplier' },
      reason: { code: 'supplier_fault', text: 'No scan for six days' },
      set: { endReason: 'lost' },
    }),
  );
  schedule.add(shipped + 9 * day, () => decide(deps, 'supplier-repaid', { order: orderId }, 'demo'));
}

/** Plays a dented corner: the buyer asks for a part of the price, and the merchant grants it. */
function playComplaint(past: Past, orderId: string, at: number): void {
  const { deps, schedule, shop } = past;
  schedule.add(at, async () => {
    const { id } = await complain(deps, orderId, complaints.dented);
    const by = { party: 'merchant', actor: shop.userId } as const;
    schedule.add(at + 5 * hour, async () => {
      await applyCaseEvent(deps, await lockCase(deps.db, id, shop.shopId), { event: 'approve', ...by });
    });
  });
}

export type Scenario = 'paid' | 'lost' | 'complained' | 'declined' | 'cancelled' | 'expired' | 'left';

/** Plays the rest of an order that has just been placed; the merchant pays by the same function as in the app. */
export function playOrder(past: Past, orderId: string, scenario: Scenario): void {
  const { deps, schedule, shop } = past;
  const { random } = deps;
  if (scenario === 'left') return;
  if (scenario === 'expired') {
    schedule.add(now(past), async () => scheduleDeadline(past, await lockOrder(deps.db, orderId)));
    return;
  }
  const reacts = now(past) + between(random, 20 * minute, 7 * hour);
  const owner = { orderId, actor: shop.userId, shopId: shop.shopId };
  if (scenario === 'declined') {
    const reason = { code: 'declined', text: 'Out of packaging' };
    schedule.add(reacts, () =>
      applyOrderEvent(deps, { ...owner, event: 'decline', party: 'merchant', reason }),
    );
    return;
  }
  if (scenario === 'cancelled') {
    const buyer = { orderId, event: 'cancel', party: 'buyer', actor: 'demo:buyer' } as const;
    schedule.add(reacts, () =>
      applyOrderEvent(deps, { ...buyer, reason: { code: 'buyer_cancelled', text: '' } }),
    );
    return;
  }
  schedule.add(reacts, async () => {
    try {
      await payOrders(deps, { ...owner, orderIds: [orderId] });
    } catch (error) {
      // The balance was too small that day: the order expires on its date and the buyer is refunded.
      if (!(error instanceof Refusal)) throw error;
      scheduleDeadline(past, await lockOrder(deps.db, orderId));
      return;
    }
    if (scenario === 'lost') playLostParcel(past, orderId);
    else await playDelivery(past, orderId, scenario);
  });
}
