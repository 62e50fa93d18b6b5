import type { Order } from '../../data/orders.ts';

/** From settlement on the profit is a fact; before that it is an estimate and is called so. */
export const isSettled = ({ status }: Order) => status === 'waiting_for_withdrawal' || status === 'completed';

export const hasEnded = ({ status }: Order) => status === 'cancelled' || status === 'refunded';
