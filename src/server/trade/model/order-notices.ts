import { formatMoney } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/db.ts';
import { dayLabel } from '../../platform/zone.ts';
import { markDone, markPaid, type NoticeEvent, notify, topicOfCase } from '../../shops/notices/notify.ts';
import { shopOf } from '../../shops/shop-row.ts';
import type { OrderEvent } from './order-machine.ts';
import type { OrderRow } from './order-row.ts';
import { netOf, profitOf } from './order-rules.ts';

export interface OrderNoticeContext {
  at: Date;
  /** The amount of a partial refund. */
  partialAmount?: bigint;
  /** The code of the reason for a refund. */
  reason?: string;
}

// Only a status that ends by itself has this date.
const dueOf = ({ dueAt }: OrderRow, { at }: OrderNoticeContext) => (dueAt ?? at).toISOString();
const net = (order: OrderRow) => formatMoney(netOf(order));

/** The steps without a notice are those that the order itself shows, and ask for nothing. */
const noticeBuilders: Record<
  OrderEvent | 'place',
  (order: OrderRow, context: OrderNoticeContext) => NoticeEvent | null
> = {
  place: (order, context) => ({
    kind: 'order_placed',
    params: { amount: formatMoney(order.amount), payBy: dueOf(order, context) },
  }),
  pay: () => null,
  decline: () => ({ kind: 'order_declined', params: {} }),
  cancel: () => ({ kind: 'order_cancelled', params: {} }),
  expire: () => ({ kind: 'order_lapsed', params: {} }),
  overdue: ({ endReason }) => ({
    kind: endReason === 'deliver_by_passed' ? 'order_undelivered' : 'order_overdue',
    params: {},
  }),
  ship: () => null,
  deliver: () => null,
  accept: () => null,
  auto_accept: () => null,
  enqueue_settlement: () => null,
  settle: (order, context) => ({
    kind: 'order_settled',
    params: { profit: formatMoney(profitOf(order)), releaseAt: dueOf(order, context) },
  }),
  release: (order) => ({ kind: 'orders_released', params: { net: net(order) } }),
  partial_refund: (order, { partialAmount = 0n }) => ({
    kind: 'order_partly_refunded',
    params: { partial: formatMoney(partialAmount), net: net(order) },
  }),
  // The fault is the supplier's unless another one is set, in the postings as here.
  refund: (_, { reason = 'supplier_fault' }) => ({ kind: 'order_refunded', params: { reason } }),
};

/** The events after which no case of the order waits for an answer. */
const endOfCase: readonly (OrderEvent | 'place')[] = ['overdue', 'partial_refund', 'refund'];

/** Notifies the merchant of the effect of an event on an order; the sums that a day releases are one notice. */
export async function notifyOrder(
  tx: Database,
  event: OrderEvent | 'place',
  order: OrderRow,
  context: OrderNoticeContext,
): Promise<void> {
  const { id: orderId, shopId } = order;
  const { at } = context;
  if (event === 'pay') return markPaid(tx, { shopId, orderId, at });
  if (endOfCase.includes(event)) await markDone(tx, { shopId, topics: [topicOfCase(orderId)], at });
  const notice = noticeBuilders[event](order, context);
  if (!notice) return;
  if (event !== 'release') return notify(tx, { ...notice, shopId, orderId, at });
  const { timeZone } = await shopOf(tx, shopId);
  return notify(tx, { ...notice, shopId, id: dayLabel(timeZone, at), at });
}
