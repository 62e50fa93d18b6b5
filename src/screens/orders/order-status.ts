import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import type { Order } from '../../data/orders.ts';
import { t } from '../../lang/index.ts';

export const isKnownStatus = (status: string): status is OrderStatus =>
  orderStatuses.includes(status as OrderStatus);

/** Returns the text of a status; one that this version does not know is shown as the server names it. */
export const statusText = (status: string) => (isKnownStatus(status) ? t(`status.${status}`) : status);

type WithStatus = Pick<Order, 'status'>;

/** Returns whether an order is settled: before that its profit is an estimate and is called so. */
export const isSettled = ({ status }: WithStatus) =>
  status === 'waiting_for_withdrawal' || status === 'completed';

/** Returns whether the buyer has accepted an order: from then on only a case takes what its merchant keeps. */
export const isAccepted = (order: WithStatus) =>
  isSettled(order) || order.status === 'accepted' || order.status === 'pending_settlement';

/** Returns the name of an order's profit. */
export const profitLabel = (order: WithStatus) =>
  isSettled(order) ? t('orders.your_profit') : t('orders.profit_estimated');

export const hasEnded = ({ status }: WithStatus) => status === 'cancelled' || status === 'refunded';

/** Returns whether an order's money is the merchant's for good: a settled one may still be returned. */
export const isEarned = ({ status }: WithStatus) => status === 'completed';

/** Returns whether an order's profit is expected only. */
export const isEstimate = (order: WithStatus) => !isEarned(order) && !hasEnded(order);

/** Returns when the purchase cost of an order was paid, on any device. */
export const paidAt = ({ timeline = [] }: Order): string | undefined =>
  timeline.find((step) => step.status === 'to_be_shipped')?.at;
