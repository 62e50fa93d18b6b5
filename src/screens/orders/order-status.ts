import type { Order } from '../../data/orders.ts';
import { t } from '../../lang/i18n.ts';

/** Returns whether an order is settled: before that its profit is an estimate and is called so. */
export const isSettled = ({ status }: Order) => status === 'waiting_for_withdrawal' || status === 'completed';

/** Returns the name of an order's profit. */
export const profitLabel = (order: Order) =>
  isSettled(order) ? t('orders.your_profit') : t('orders.profit_estimated');

export const hasEnded = ({ status }: Order) => status === 'cancelled' || status === 'refunded';

/** Returns when the purchase cost of an order that is not shipped yet was paid, on any device. */
export const paidAt = ({ status, timeline = [] }: Order): string | undefined =>
  status === 'to_be_shipped' ? timeline.find((step) => step.status === status)?.at : undefined;
