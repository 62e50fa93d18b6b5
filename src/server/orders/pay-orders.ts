import { codes, type ErrorCode } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import { availableOf } from '../ledger/account-names.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { quoteExpired, spendQuote } from '../quotes/quote-row.ts';
import { refuse } from '../refuse.ts';
import { requireUnrestricted } from '../restrictions/restrictions.ts';
import { applyEvent, type OrderDeps } from './apply-event.ts';
import { lockOrders, type OrderRow } from './order-row.ts';

export interface Payment {
  shopId: string;
  /** The user who pays; the caller has checked the payment password. */
  actor: string;
  orderIds: string[];
  quoteId?: string | undefined;
}

export interface Paid {
  results: { order: OrderRow; code: ErrorCode }[];
  /** What left the balance; the purchase cost of escrow-funded orders is not in it. */
  charged: bigint;
}

export const sumOf = (orders: OrderRow[], of: (order: OrderRow) => bigint): bigint =>
  orders.reduce((sum, order) => sum + of(order), 0n);

export const chargeOf = (order: OrderRow): bigint => (order.funding === 'wallet' ? order.cost : 0n);

/** Still waiting for its merchant, and in time. */
export const isPayable = (order: OrderRow, now: Date): boolean =>
  order.status === 'pending_payment' && (order.dueAt === null || order.dueAt > now);

async function requireMoney(deps: OrderDeps, shopId: string, charged: bigint): Promise<void> {
  if (charged === 0n) return;
  await requireUnrestricted(deps, shopId, 'spend');
  const missing = charged - (await balanceOf(deps.db, availableOf(shopId)));
  if (missing > 0n) throw refuse(codes.insufficientBalance, { params: { shortfall: formatMoney(missing) } });
}

/**
 * Pays the purchase cost of orders, each as it is funded. What the balance pays, it pays for all or for none;
 * without a quote an order that can no longer be paid is passed over, with a quote nothing else than quoted happens.
 */
export async function payOrders(deps: OrderDeps, payment: Payment): Promise<Paid> {
  const { shopId, actor, orderIds, quoteId } = payment;
  const asked = { shopId, kind: 'order' as const, refs: orderIds };
  const quote = quoteId === undefined ? null : await spendQuote(deps, quoteId, asked);
  const orders = await lockOrders(deps.db, orderIds, shopId);
  if (orders.length !== orderIds.length) throw refuse(codes.recordNotFound, { field: 'orderIds' });
  const now = deps.clock.now();
  const payable = orders.filter((order) => isPayable(order, now));
  if (quote && (payable.length !== orders.length || quote.total !== sumOf(orders, (order) => order.cost))) {
    throw quoteExpired();
  }
  if (payable.length === 0) throw refuse(codes.invalidOperation, { reason: 'status' });
  const charged = sumOf(payable, chargeOf);
  await requireMoney(deps, shopId, charged);

  const paid = new Map<string, OrderRow>();
  for (const { id } of payable) {
    paid.set(id, await applyEvent(deps, { orderId: id, event: 'pay', party: 'merchant', actor, shopId }));
  }
  const results = orders.map((order) => ({
    order: paid.get(order.id) ?? order,
    code: paid.has(order.id) ? codes.ok : codes.invalidOperation,
  }));
  return { results, charged };
}
