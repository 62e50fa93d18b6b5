import { lockCase } from '../cases/case-row.ts';
import { stepCase } from '../cases/step-case.ts';
import { day, hour, minute } from '../clock.ts';
import type { Deps } from '../context.ts';
import { decide } from '../ops/decisions.ts';
import { applyEvent } from '../orders/apply-event.ts';
import { lockOrder, type OrderRow } from '../orders/order-row.ts';
import { payOrders } from '../orders/pay-orders.ts';
import { Refusal } from '../refuse.ts';
import { meetDeadline } from '../run-due.ts';
import { between } from './chance.ts';
import { complaints } from './complaint.ts';
import type { DemoShop } from './demo-shop.ts';
import { buyerAccepts, carrierDelivers, carrierLoads, carrierScans, supplierShips } from './parcels.ts';
import { someStars } from './people.ts';
import { complain } from './returns.ts';
import type { Schedule } from './schedule.ts';

export interface Past {
  deps: Deps;
  schedule: Schedule;
  shop: DemoShop;
}

const now = ({ deps }: Past) => deps.clock.now().getTime();
/** What falls due happens on its date; each date follows from the step before. */
function whenDue(past: Past, { id, status, dueAt }: OrderRow): void {
  if (!dueAt) return;
  past.schedule.add(dueAt.getTime(), async () => {
    const next = await meetDeadline(past.deps, id, status);
    if (next) whenDue(past, next);
  });
}

async function follow(past: Past, orderId: string, fate: Fate): Promise<void> {
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
  schedule.add(accepted, async () => whenDue(past, await buyerAccepts(deps, orderId, someStars(random))));
  if (fate === 'complained') complainOf(past, orderId, accepted + 14 * hour);
}

/** An order that gets lost on the way: the platform refunds, and the supplier bears the cost. */
function loseParcel(past: Past, orderId: string): void {
  const { deps, schedule } = past;
  const shipped = now(past) + 0.8 * day;
  schedule.add(shipped, () => supplierShips(deps, orderId));
  schedule.add(shipped + 6 * day, () =>
    applyEvent(deps, {
      ...{
        orderId,
        event: 'refund',
        party: 'operator',
        actor: 'operator:demo',
        decision: { fault: 'supplier' },
      },
      ...{ reason: { code: 'supplier_fault', text: 'No scan for six days' }, set: { endReason: 'lost' } },
    }),
  );
  schedule.add(shipped + 9 * day, () => decide(deps, 'supplier-repaid', { order: orderId }, 'demo'));
}

/** A corner is dented: the buyer asks for a part of the price, and the merchant gives it. */
function complainOf(past: Past, orderId: string, at: number): void {
  const { deps, schedule, shop } = past;
  schedule.add(at, async () => {
    const { id } = await complain(deps, orderId, complaints.dented);
    const by = { party: 'merchant', actor: shop.userId } as const;
    schedule.add(at + 5 * hour, async () => {
      await stepCase(deps, await lockCase(deps.db, id, shop.shopId), { event: 'approve', ...by });
    });
  });
}

export type Fate = 'paid' | 'lost' | 'complained' | 'declined' | 'cancelled' | 'lapsed' | 'left';

/** What becomes of an order that has just been placed; the merchant pays by the same function as anybody. */
export function live(past: Past, orderId: string, fate: Fate): void {
  const { deps, schedule, shop } = past;
  const { random } = deps;
  if (fate === 'left') return;
  if (fate === 'lapsed') {
    schedule.add(now(past), async () => whenDue(past, await lockOrder(deps.db, orderId)));
    return;
  }
  const reacts = now(past) + between(random, 20 * minute, 7 * hour);
  const owner = { orderId, actor: shop.userId, shopId: shop.shopId };
  if (fate === 'declined') {
    const reason = { code: 'declined', text: 'Out of packaging' };
    schedule.add(reacts, () => applyEvent(deps, { ...owner, event: 'decline', party: 'merchant', reason }));
    return;
  }
  if (fate === 'cancelled') {
    const buyer = { orderId, event: 'cancel', party: 'buyer', actor: 'demo:buyer' } as const;
    schedule.add(reacts, () => applyEvent(deps, { ...buyer, reason: { code: 'buyer_cancelled', text: '' } }));
    return;
  }
  schedule.add(reacts, async () => {
    try {
      await payOrders(deps, { ...owner, orderIds: [orderId] });
    } catch (error) {
      // Her balance was too small that day: the order waits until its date and goes back to the buyer.
      if (!(error instanceof Refusal)) throw error;
      whenDue(past, await lockOrder(deps.db, orderId));
      return;
    }
    if (fate === 'lost') loseParcel(past, orderId);
    else await follow(past, orderId, fate);
  });
}
