import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/db.ts';
import { type News, notify } from '../notices/notify.ts';
import type { OrderEvent } from './order-machine.ts';
import { netOf } from './order-postings.ts';
import type { OrderRow } from './order-row.ts';

export interface OrderNews {
  at: Date;
  /** What a partial refund gave back. */
  partial?: bigint;
  /** The code of the reason for a refund. */
  reason?: string | undefined;
}

// Only a status that ends by itself has this date.
const dueOf = ({ dueAt }: OrderRow, { at }: OrderNews) => (dueAt ?? at).toISOString();
const net = (order: OrderRow) => formatMoney(netOf(order));

const news: Record<OrderEvent | 'place', (order: OrderRow, told: OrderNews) => News> = {
  place: (order, told) => ({
    kind: 'order_placed',
    params: { no: order.no, amount: formatMoney(order.amount), payBy: dueOf(order, told) },
  }),
  pay: ({ no, cost }) => ({ kind: 'order_paid', params: { no, cost: formatMoney(cost) } }),
  decline: ({ no }) => ({ kind: 'order_declined', params: { no } }),
  cancel: ({ no }) => ({ kind: 'order_cancelled', params: { no } }),
  lapse: ({ no }) => ({ kind: 'order_lapsed', params: { no } }),
  overdue: ({ no }) => ({ kind: 'order_overdue', params: { no } }),
  ship: ({ no, carrier }) => ({ kind: 'order_shipped', params: { no, carrier: carrier ?? '' } }),
  deliver: (order, told) => ({
    kind: 'order_delivered',
    params: { no: order.no, acceptBy: dueOf(order, told) },
  }),
  accept: ({ no }) => ({ kind: 'order_accepted', params: { no } }),
  auto_accept: ({ no }) => ({ kind: 'order_accepted', params: { no } }),
  queue: (order, told) => ({ kind: 'order_queued', params: { no: order.no, settleAt: dueOf(order, told) } }),
  settle: (order, told) => ({
    kind: 'order_settled',
    params: { no: order.no, net: net(order), releaseAt: dueOf(order, told) },
  }),
  release: (order) => ({ kind: 'order_released', params: { no: order.no, net: net(order) } }),
  partial_refund: (order, { partial = 0n }) => ({
    kind: 'order_partly_refunded',
    params: { no: order.no, partial: formatMoney(partial), net: net(order) },
  }),
  // The fault is the supplier's where nobody has said otherwise, in the postings as here.
  refund: ({ no }, { reason = 'supplier_fault' }) => ({ kind: 'order_refunded', params: { no, reason } }),
};

/** Tells the merchant what an event has made of an order. */
export const tellOrder = (
  tx: Database,
  event: OrderEvent | 'place',
  order: OrderRow,
  told: OrderNews,
): Promise<void> =>
  notify(tx, {
    ...news[event](order, told),
    ...{ shopId: order.shopId, link: `/order?id=${order.id}`, at: told.at },
  });
