import { formatMoney } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/db.ts';
import { type NoticeEvent, notify } from '../../shops/notices/notify.ts';
import type { OrderEvent } from './order-machine.ts';
import type { OrderRow } from './order-row.ts';
import { netOf } from './order-rules.ts';

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

const noticeBuilders: Record<
  OrderEvent | 'place',
  (order: OrderRow, context: OrderNoticeContext) => NoticeEvent
> = {
  place: (order, context) => ({
    kind: 'order_placed',
    params: { no: order.no, amount: formatMoney(order.amount), payBy: dueOf(order, context) },
  }),
  pay: ({ no, cost }) => ({ kind: 'order_paid', params: { no, cost: formatMoney(cost) } }),
  decline: ({ no }) => ({ kind: 'order_declined', params: { no } }),
  cancel: ({ no }) => ({ kind: 'order_cancelled', params: { no } }),
  expire: ({ no }) => ({ kind: 'order_lapsed', params: { no } }),
  overdue: ({ no, endReason }) => ({
    kind: endReason === 'deliver_by_passed' ? 'order_undelivered' : 'order_overdue',
    params: { no },
  }),
  ship: ({ no, carrier }) => ({ kind: 'order_shipped', params: { no, carrier: carrier ?? '' } }),
  deliver: (order, context) => ({
    kind: 'order_delivered',
    params: { no: order.no, acceptBy: dueOf(order, context) },
  }),
  accept: ({ no }) => ({ kind: 'order_accepted', params: { no } }),
  auto_accept: ({ no }) => ({ kind: 'order_accepted', params: { no } }),
  enqueue_settlement: (order, context) => ({
    kind: 'order_queued',
    params: { no: order.no, settleAt: dueOf(order, context) },
  }),
  settle: (order, context) => ({
    kind: 'order_settled',
    params: { no: order.no, net: net(order), releaseAt: dueOf(order, context) },
  }),
  release: (order) => ({ kind: 'order_released', params: { no: order.no, net: net(order) } }),
  partial_refund: (order, { partialAmount = 0n }) => ({
    kind: 'order_partly_refunded',
    params: { no: order.no, partial: formatMoney(partialAmount), net: net(order) },
  }),
  // The fault is the supplier's unless another one is set, in the postings as here.
  refund: ({ no }, { reason = 'supplier_fault' }) => ({ kind: 'order_refunded', params: { no, reason } }),
};

/** Notifies the merchant of the effect of an event on an order. */
export const notifyOrder = (
  tx: Database,
  event: OrderEvent | 'place',
  order: OrderRow,
  context: OrderNoticeContext,
): Promise<void> =>
  notify(tx, {
    ...noticeBuilders[event](order, context),
    shopId: order.shopId,
    id: order.id,
    at: context.at,
  });
