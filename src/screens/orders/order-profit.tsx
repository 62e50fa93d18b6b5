import { canPay, type Order } from '../../data/orders.ts';
import { inline, money, t } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import type { Children } from '../../ui/props.ts';
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

/** What an order brings, in a list: at stake in a case it is no gain, so it has neither a sign nor weight. */
export function RowProfit({ order }: { order: Order }) {
  const { afterSale, expectedProfit = '', currency } = order;
  if (!afterSale || expectedProfit.startsWith('-')) return <OrderProfit order={order} />;
  return <Amount className="read muted">{money(expectedProfit, currency)}</Amount>;
}

/**
 * Returns what belongs beside the profit of an order: what is to be paid for it; then what arrives in the balance, or is at
 * stake in a case, with its amount only where that is not the profit. Undefined where the profit is all.
 */
export function besideProfit(order: Order): Children | undefined {
  const { cost, net, expectedProfit, currency, afterSale } = order;
  if (canPay(order)) return t('orders.pay', { total: inline(money(cost, currency)) });
  const isMore = net && net !== expectedProfit && !isEarned(order);
  if (!isMore) return afterSale ? t('orders.part.at_stake') : undefined;
  return (
    <>
      {t(afterSale ? 'orders.part.at_stake' : 'orders.you_get')} <Amount>{money(net, currency)}</Amount>
    </>
  );
}
