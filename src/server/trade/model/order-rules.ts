import { type SQL, sql } from 'drizzle-orm';
import type { Fault, Funding, OrderStatus } from '../../../contract/status.ts';
import { orders } from '../../schema/orders.ts';
import type { OrderRow } from './order-row.ts';

/** The figures of an order that postings are made of, in 10^-6 of its currency. */
export interface OrderFigures {
  id: string;
  shopId: string;
  status: OrderStatus;
  amount: bigint;
  cost: bigint;
  fee: bigint;
  refunded: bigint;
  funding: Funding;
}

/** The reason code of a refund, by the party at fault. */
export const faultReasons: Readonly<Record<Fault, string>> = {
  supplier: 'supplier_fault',
  merchant: 'merchant_fault',
  returned: 'goods_returned',
};

export const isEscrowFunded = (order: Pick<OrderFigures, 'funding'>): boolean => order.funding === 'escrow';

/** Returns whether the order ended without a sale. */
export const isEnded = ({ status }: Pick<OrderFigures, 'status'>): boolean =>
  status === 'cancelled' || status === 'refunded';

const acceptedOrLater: readonly OrderStatus[] = [
  'accepted',
  'pending_settlement',
  'waiting_for_withdrawal',
  'completed',
];

/** Returns whether the order can have comments: its buyer has accepted the goods. */
export const isCommentable = ({ status }: Pick<OrderFigures, 'status'>): boolean =>
  acceptedOrLater.includes(status);

/** Returns what the purchase takes from the balance: an escrow-funded one takes nothing. */
export const chargeOf = (order: OrderRow): bigint => (order.funding === 'wallet' ? order.cost : 0n);

/** Returns whether the order still awaits its merchant's payment, before its deadline. */
export const isPayable = (order: OrderRow, now: Date): boolean =>
  order.status === 'pending_payment' && (order.dueAt === null || order.dueAt > now);

/** Returns the net proceeds N that the order's settlement brings the merchant, before any of it is paid out. */
export const netOf = (order: OrderFigures): bigint =>
  order.amount - order.fee - order.refunded - (isEscrowFunded(order) ? order.cost : 0n);

/** Returns the amount that was not refunded to the buyer yet. */
export const unrefundedOf = (order: OrderFigures): bigint => order.amount - order.refunded;

/** Returns the merchant's final profit on the order, the same for both kinds of funding. */
export const profitOf = (order: OrderFigures): bigint =>
  order.amount - order.refunded - order.fee - order.cost;

/** Returns the sum of one figure of orders. */
export const sumOf = (list: OrderRow[], of: (order: OrderRow) => bigint): bigint =>
  list.reduce((sum, order) => sum + of(order), 0n);

/** The profit of an order, 0 for one that has ended, in SQL. */
export const profitSql: SQL = sql`(case when ${orders.status} in ('cancelled', 'refunded') then 0 else
  ${orders.amount} - ${orders.refunded} - ${orders.fee} - ${orders.cost} end)`;

/** The net proceeds N of an order, 0 for one that has ended, in SQL. */
export const netSql: SQL = sql`(case when ${orders.status} in ('cancelled', 'refunded') then 0 else
  ${orders.amount} - ${orders.fee} - ${orders.refunded} - case when ${orders.funding} = 'escrow' then ${orders.cost} else 0 end end)`;
