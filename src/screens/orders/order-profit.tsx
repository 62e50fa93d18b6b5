import type { Order } from '../../data/orders.ts';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { isEarned } from './order-status.ts';

/** What an order brings: a loss is red, and green is only what was earned. */
export const OrderProfit = ({ order }: { order: Order }) => (
  <SignedProfit
    amount={order.expectedProfit}
    currency={order.currency}
    tone={isEarned(order) ? 'good' : undefined}
  />
);
