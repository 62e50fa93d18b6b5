import type { Order } from '../../data/orders.ts';

/** Returns whether an order is settled: before that its profit is an estimate and is called so. */
export const isSettled = ({ status }: Order) => status === 'waiting_for_withdrawal' || status === 'completed';

export const hasEnded = ({ status }: Order) => status === 'cancelled' || status === 'refunded';

/** Returns when the purchase cost of an order that is not shipped yet was paid, on any device. */
export const paidAt = ({ status, timeline = [] }: Order): string | undefined =>
  status === 'to_be_shipped' ? timeline.find((step) => step.status === status)?.at : undefined;
