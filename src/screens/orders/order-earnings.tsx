import type { Order } from '../../data/orders.ts';
import { inline, money, signedMoney, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Card } from '../../ui/card.tsx';
import { OrderProfit } from './order-profit.tsx';
import { hasEnded, isSettled, profitLabel } from './order-status.ts';

/** What the buyer paid, all deductions, and what is left; nothing is added up here. */
export function OrderEarnings({ order }: { order: Order }) {
  if (hasEnded(order)) return <NoEarnings order={order} />;
  const { amount, cost, shipping, fee, currency } = order;
  const less = (figure: string) => signedMoney(`-${figure}`, currency);
  return (
    <Card title={t('orders.earn')} className="tight">
      <Breakdown
        rows={[
          { label: t('orders.buyer_paid'), amount: money(amount, currency) },
          {
            label: t('orders.cost_row'),
            amount: less(cost),
            note: shipping && t('orders.cost_shipping', { amount: inline(money(shipping, currency)) }),
          },
          { label: t('orders.platform_fee'), amount: less(fee) },
          { label: profitLabel(order), amount: <OrderProfit order={order} />, total: true },
        ]}
      />
      <EarningsNotes order={order} />
    </Card>
  );
}

function EarningsNotes({ order }: { order: Order }) {
  const { funding, fundingReason, net, currency } = order;
  const amount = net && inline(money(net, currency));
  return (
    <details className="small">
      <summary>{t('orders.how')}</summary>
      <div className="muted stack near">
        {funding === 'escrow' && <p>{t('orders.funding_escrow')}</p>}
        {funding === 'wallet' && <p>{t('orders.funding_wallet')}</p>}
        {fundingReason && <p>{fundingReason}</p>}
        {amount && (
          <p>{isSettled(order) ? t('orders.settled', { amount }) : t('orders.settles', { amount })}</p>
        )}
      </div>
    </details>
  );
}

function NoEarnings({ order }: { order: Order }) {
  return (
    <Card title={t('orders.earn')} className="tight">
      <p>{t('orders.earn_nothing')}</p>
      {order.status === 'refunded' && (
        <p>
          <a href={paths.walletFlow.href({ refNo: order.no })}>{t('orders.wallet_rows')}</a>
        </p>
      )}
    </Card>
  );
}
