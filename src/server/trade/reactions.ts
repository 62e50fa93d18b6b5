import { eq } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/status.ts';
import { day } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { orderItems } from '../schema/orders.ts';
import type { EventKind } from '../schema/webhooks.ts';
import { recordOutcomes } from '../shops/goods/goods-facts.ts';
import { returnStock } from '../shops/goods/stock.ts';
import { addCredit } from '../shops/shop/credit.ts';
import { lockShop } from '../shops/shop-row.ts';
import { recordEvent } from '../shops/webhooks/record-event.ts';
import { refillDeposit } from './deposits/refill.ts';
import { lockOpenCase } from './model/case-row.ts';
import { compensateParts } from './model/compensate-case.ts';
import { moveCase } from './model/move-case.ts';
import type { OrderEvent } from './model/order-machine.ts';
import type { OrderRow } from './model/order-row.ts';
import { netOf } from './model/order-rules.ts';

/** Closes the open case of an order that is refunded apart from it: nothing is left to claim. */
async function closeCaseWithOrder(deps: Deps, order: OrderRow, actor: string): Promise<void> {
  const row = await lockOpenCase(deps.db, order.id);
  if (!row) return;
  const set = { outcome: 'order_ended' as const };
  await moveCase(deps, { order, row }, { event: 'order_ended', party: 'system', actor, set });
}

/** An event that an order is about to take. */
export interface OrderStep {
  /** The order as it is locked, before the event. */
  order: OrderRow;
  event: OrderEvent;
  to: OrderStatus;
  /** Stored with the event. */
  actor: string;
}

/** What an event of an order brings about elsewhere, in the transaction of the event. */
interface Reaction {
  /**
   * Runs before the event is posted. Goods and shop are locked before the shop's chain, as in a new order: in the
   * other order two transactions would wait for each other, and all other postings of that shop for both.
   */
  beforePosting?(deps: Deps, step: OrderStep): Promise<void>;
  /** Runs after the order's posting; returns what is left to do after the order's own notice. */
  afterPosting?(deps: Deps, step: OrderStep): Promise<(() => Promise<void>) | null>;
}

const isRefund = ({ to }: OrderStep): boolean => to === 'refunded';
const isReleaseAfterPartRefund = ({ event, order }: OrderStep): boolean =>
  event === 'release' && order.refunded > 0n;

/** Returns the kind of event by which other systems learn of a step; null where none acts on it. */
function eventKindOf({ order, event, to }: OrderStep): EventKind | null {
  if (event === 'pay') return 'order.to_ship';
  if (event === 'settle') return 'order.settled';
  return order.status === 'to_be_shipped' && to === 'refunded' ? 'order.cancelled' : null;
}

/** Every reaction by its name; they run in this order, which is the order of their locks. */
const reactions = {
  restock: {
    async beforePosting({ db }, { order, to }) {
      if (to === 'cancelled' || (to === 'refunded' && order.status === 'to_be_shipped'))
        await returnStock(db, order);
    },
  },
  credit: {
    async beforePosting(deps, { order, event }) {
      if (event === 'release') await addCredit(deps, order, 'release');
      if (event === 'expire') await addCredit(deps, order, 'lapse');
    },
  },
  // For a compensation.
  shopLock: {
    async beforePosting({ db }, step) {
      if (isReleaseAfterPartRefund(step)) await lockShop(db, step.order.shopId);
    },
  },
  caseEnd: {
    async beforePosting(deps, step) {
      if (isRefund(step)) await closeCaseWithOrder(deps, step.order, step.actor);
    },
  },
  // What the platform knows of its goods: how long their buyers waited, and how many came back.
  outcome: {
    async afterPosting({ db, clock }, { order, to }) {
      if (!order.deliveredAt || (to !== 'completed' && to !== 'refunded')) return null;
      const items = await db
        .selectDistinct({ goodsId: orderItems.goodsId })
        .from(orderItems)
        .where(eq(orderItems.orderId, order.id));
      const days = Math.ceil((order.deliveredAt.getTime() - order.buyerPaidAt.getTime()) / day);
      const ended = { orderId: order.id, shopId: order.shopId, endedAt: clock.now() };
      const rows = items.map(({ goodsId }) => ({ goodsId, ...ended, days, cameBack: to === 'refunded' }));
      await recordOutcomes(db, rows);
      return null;
    },
  },
  webhooks: {
    async afterPosting(deps, step) {
      const kind = eventKindOf(step);
      const { id, no, shopId } = step.order;
      if (kind) await recordEvent(deps, { kind, shopId, data: { order: id, no } });
      return null;
    },
  },
  depositRefill: {
    async afterPosting(deps, { order, event }) {
      if (event !== 'release') return null;
      const { id: orderId, shopId } = order;
      return refillDeposit(deps, { orderId, shopId, amount: netOf(order) });
    },
  },
  partCompensation: {
    async afterPosting(deps, step) {
      if (!isReleaseAfterPartRefund(step)) return null;
      return () => compensateParts(deps, step.order);
    },
  },
} satisfies Record<string, Reaction>;

const inOrder: readonly Reaction[] = Object.values(reactions);

/** Runs what has to lock its rows before the order's event is posted. */
export async function reactBeforePosting(deps: Deps, step: OrderStep): Promise<void> {
  for (const { beforePosting } of inOrder) await beforePosting?.(deps, step);
}

/** Runs what follows the order's posting; returns what is left to do after the order's own notice. */
export async function reactAfterPosting(deps: Deps, step: OrderStep): Promise<() => Promise<void>> {
  const left: (() => Promise<void>)[] = [];
  for (const { afterPosting } of inOrder) {
    const rest = await afterPosting?.(deps, step);
    if (rest) left.push(rest);
  }
  return async () => {
    for (const rest of left) await rest();
  };
}
