import type { OrderFilter, OrderPage } from '../../data/orders.ts';
import { money, signedMoney, t } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { onlyStatus } from './list-filter.ts';
import { profitLabel } from './order-status.ts';

/** What the rows add up to: what is to be paid, or what arrives; of one status also their profits. */
export default function ListSums({ filter, page }: { filter: OrderFilter; page: OrderPage }) {
  const { sum, totals, currency } = page;
  const status = onlyStatus(filter);
  // What is settled waits for its release: this is the amount of the wallet that is coming.
  const isComing = status === 'waiting_for_withdrawal';
  const isToPay = status === 'pending_payment';
  return (
    <p className="row wrap small">
      {isToPay
        ? sum && <Sum label={t('orders.cost_row')} figure={money(sum.cost, currency)} />
        : totals && (
            <Sum
              label={t(isComing ? 'wallet.coming' : 'orders.you_get')}
              figure={money(totals.net, currency)}
            />
          )}
      {sum && status && <Sum label={profitLabel({ status })} figure={signedMoney(sum.profit, currency)} />}
    </p>
  );
}

const Sum = ({ label, figure }: { label: string; figure: string }) => (
  <span>
    <span className="muted">{label}</span>{' '}
    <strong>
      <Amount>{figure}</Amount>
    </strong>
  </span>
);
