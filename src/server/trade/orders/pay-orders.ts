import { codes, type ErrorCode } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { requireSpendable } from '../../shops/shop/require-balance.ts';
import { lockOrders, type OrderRow } from '../model/order-row.ts';
import { chargeOf, isPayable, sumOf } from '../model/order-rules.ts';
import { consumeQuote, quoteExpired } from '../model/quote-row.ts';
import { applyOrderEvent } from './apply-order-event.ts';

export interface Payment {
  shopId: string;
  /** The id of the user who pays; the payment password was checked before. */
  actor: string;
  orderIds: string[];
  quoteId?: string;
}

export interface PaymentResult {
  results: { order: OrderRow; code: ErrorCode }[];
  /** What left the balance; the purchase cost of escrow-funded orders is not in it. */
  charged: bigint;
}

/**
 * Pays the purchase cost of orders, each by its own funding. The balance pays for all of them or for none; without a
 * quote an order that is no longer payable is skipped, with a quote any difference from it is refused.
 */
export async function payOrders(deps: Deps, payment: Payment): Promise<PaymentResult> {
  const { shopId, actor, orderIds, quoteId } = payment;
  const quoted = { shopId, kind: 'order' as const, refs: orderIds };
  const quote = quoteId === undefined ? null : await consumeQuote(deps, quoteId, quoted);
  const orders = await lockOrders(deps.db, orderIds, shopId);
  if (orders.length !== orderIds.length) throw refuse(codes.recordNotFound, { field: 'orderIds' });
  const now = deps.clock.now();
  const payable = orders.filter((order) => isPayable(order, now));
  if (quote && (payable.length !== orders.length || quote.total !== sumOf(orders, (order) => order.cost))) {
    throw quoteExpired();
  }
  if (payable.length === 0) throw refuse(codes.invalidOperation, { reason: 'status' });
  const charged = sumOf(payable, chargeOf);
  await requireSpendable(deps, shopId, charged);

  const paid = new Map<string, OrderRow>();
  for (const { id } of payable) {
    paid.set(
      id,
      await applyOrderEvent(deps, { orderId: id, event: 'pay', party: 'merchant', actor, shopId }),
    );
  }
  const results = orders.map((order) => ({
    order: paid.get(order.id) ?? order,
    code: paid.has(order.id) ? codes.ok : codes.invalidOperation,
  }));
  return { results, charged };
}
