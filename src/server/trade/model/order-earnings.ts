import { asc, eq } from 'drizzle-orm';
import { unitOf } from '../../../contract/money.ts';
import type { OrderStatus } from '../../../contract/status.ts';
import type { Database } from '../../platform/database/db.ts';
import { orderItems } from '../../schema/orders.ts';
import { type GoodsChange, recordGoodsChanges } from '../../shops/figures/goods-figures.ts';
import type { OrderEvent } from './order-machine.ts';
import type { RefundDecision } from './order-postings.ts';
import type { OrderFigures } from './order-rules.ts';

/** An amount of an order that its articles share: a part by what they were sold for, a part by what they cost. */
interface Shared {
  byPrice?: bigint;
  byCost?: bigint;
}

/** By how much an event changes what an order's articles did: pieces by their quantities, amounts by their shares. */
export interface OrderEarnings {
  sold?: bigint;
  returned?: bigint;
  profit?: Shared;
  /** What of the profit refunds took. */
  refunds?: Shared;
  /** What the order is expected to earn, before the event and after it. */
  estimated?: readonly [before: Shared, after: Shared];
}

/** Returns what a full refund that the merchant caused costs in addition, after what the platform bears of it. */
const ownFault = ({ status, cost }: OrderFigures, { fault, cover }: RefundDecision): bigint =>
  fault === 'merchant' && status !== 'to_be_shipped' ? cost - (cover?.loss ?? 0n) : 0n;

const refundEarnings = (order: OrderFigures, decision: RefundDecision): OrderEarnings => {
  const { amount, fee, refunded, cost } = order;
  const fault = ownFault(order, decision);
  if (order.status !== 'waiting_for_withdrawal')
    return { returned: 1n, profit: { byCost: -fault }, refunds: { byCost: fault } };
  return {
    returned: 1n,
    profit: { byPrice: -(amount - fee - refunded), byCost: cost - fault },
    refunds: { byPrice: -refunded, byCost: fault },
  };
};

const unsettled: ReadonlySet<OrderStatus> = new Set([
  'to_be_shipped',
  'shipped',
  'to_be_accepted',
  'accepted',
  'pending_settlement',
]);

/** Returns the profit that a paid order is expected to bring when it is settled: before and after, there is none. */
const estimateOf = ({ status, amount, fee, refunded, cost }: OrderFigures): Shared =>
  unsettled.has(status) ? { byPrice: amount - fee - refunded, byCost: -cost } : {};

/**
 * Returns by how much an event of an order, between its states before and after it, changes what its articles did; null where
 * it does not. The sum of its profit is that of `effectOnFigures`.
 */
export function earningsOf(
  event: OrderEvent,
  [before, after]: readonly [OrderFigures, OrderFigures],
  decision: RefundDecision,
): OrderEarnings | null {
  const { amount, fee, refunded, cost } = before;
  const estimated = [estimateOf(before), estimateOf(after)] as const;
  if (event === 'pay') return { sold: 1n, estimated };
  if (event === 'partial_refund') return { estimated };
  if (event === 'refund' || event === 'overdue') return { ...refundEarnings(before, decision), estimated };
  if (event !== 'settle') return null;
  return {
    profit: { byPrice: amount - fee - refunded, byCost: -cost },
    refunds: { byPrice: refunded },
    estimated,
  };
}

/**
 * Splits an amount by weights into whole units that add up to it.
 * @example splitBy(100n, [1n, 2n], 10n) // [30n, 70n]
 */
export function splitBy(amount: bigint, weights: readonly bigint[], unit: bigint): bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  let upTo = 0n;
  let given = 0n;
  return weights.map((weight, at) => {
    upTo += weight;
    const share =
      at === weights.length - 1 ? amount - given : ((amount * upTo) / (all * unit)) * unit - given;
    given += share;
    return share;
  });
}

/** Appends what an event of an order changes of the figures of its articles, in the transaction of its posting. */
export async function recordEarnings(
  tx: Database,
  { id, shopId }: Pick<OrderFigures, 'id' | 'shopId'>,
  { sold = 0n, returned = 0n, profit = {}, refunds = {}, estimated = [{}, {}] }: OrderEarnings,
  { at, currency }: { at: Date; currency: string },
): Promise<void> {
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(asc(orderItems.position));
  const unit = unitOf(currency);
  const prices = items.map(({ price, quantity }) => price * BigInt(quantity));
  const costs = items.map(({ cost, shipping, quantity }) => (cost + shipping) * BigInt(quantity));
  const shares = ({ byPrice = 0n, byCost = 0n }: Shared) => {
    const ofCost = splitBy(byCost, costs, unit);
    return splitBy(byPrice, prices, unit).map((share, position) => share + (ofCost[position] ?? 0n));
  };
  const [profits, refunded] = [shares(profit), shares(refunds)];
  // The shares of both states, as those of their difference may be rounded otherwise, and leave a cent.
  const [before, after] = estimated.map(shares);
  const changes = items.map(
    ({ goodsId, quantity }, position): GoodsChange => ({
      goodsId,
      sold: sold * BigInt(quantity),
      returned: returned * BigInt(quantity),
      profit: profits[position],
      refunds: refunded[position],
      estimated: (after?.[position] ?? 0n) - (before?.[position] ?? 0n),
    }),
  );
  await recordGoodsChanges(tx, { shopId, at }, changes);
}
