import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { Order } from '../../data/orders.ts';
import { inline, money, t } from '../../lang/index.ts';
import { BigAmount } from '../../ui/amount.tsx';
import { MoneyBar, type MoneyPart } from '../../ui/money-bar.tsx';
import { Stat } from '../../ui/stat.tsx';
import { hasEnded, isAccepted, isEarned, isEstimate } from './order-status.ts';

/** What is left of what the buyer paid, as the one figure of an order, and all of it in one bar. */
export function OrderMoney({ order }: { order: Order }) {
  const {
    amount,
    cost,
    fee,
    refunded = '0',
    expectedProfit,
    currency,
    status,
    funding,
    net,
    afterSale,
  } = order;
  if (hasEnded(order) || !expectedProfit) return null;
  const isLoss = expectedProfit.startsWith('-');
  // What arrives in the balance unless the case takes it, as the list counts it; the merchant's own cost is a part of it.
  const atStake = afterSale && !isLoss ? (net ?? expectedProfit) : undefined;
  const ownCost = parseMoney(atStake ?? expectedProfit) - parseMoney(expectedProfit);
  const whole = { amount: inline(money(amount, currency)) };
  const parts: MoneyPart[] = [
    { kind: 'cost', label: t('orders.part.cost'), amount: formatMoney(parseMoney(cost) - ownCost) },
    { kind: 'fee', label: t('orders.part.fee'), amount: fee },
    { kind: 'refund', label: t('orders.part.refund'), amount: refunded },
    atStake
      ? { kind: 'at_stake', label: t('orders.part.at_stake'), amount: atStake }
      : {
          kind: 'yours',
          label: t(isLoss ? 'orders.part.loss' : 'orders.part.yours'),
          amount: expectedProfit,
        },
  ];
  const name = afterSale
    ? t('orders.part.at_stake')
    : t(isAccepted(order) ? 'orders.keep' : 'orders.would_keep', whole);
  const flow = { cost: inline(money(cost, currency)), net: inline(money(net, currency)) };
  return (
    <div className="stack tight">
      <Stat label={isLoss ? t('orders.lose', whole) : name}>
        <BigAmount tone={isLoss ? 'bad' : undefined}>
          {money(isLoss ? expectedProfit.slice(1) : (atStake ?? expectedProfit), currency)}
        </BigAmount>
      </Stat>
      <MoneyBar
        parts={parts.filter(({ kind, amount: part }) => kind === 'yours' || Number(part) > 0)}
        currency={currency}
        isEstimate={isEstimate(order)}
      />
      {funding === 'wallet' && status !== 'pending_payment' && !afterSale && (
        <p className="small muted">
          {isEarned(order) ? t('orders.got_back', flow) : t('orders.get_back', flow)}
        </p>
      )}
    </div>
  );
}
