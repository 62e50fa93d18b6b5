import type { OrderFilter, OrderPage } from '../../data/orders.ts';
import { money, signedMoney, t } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { useWide } from '../../ui/wide.ts';
import { onlyStatus } from './list-filter.ts';
import { hasEnded, profitLabel } from './order-status.ts';

/** The sums of all orders of one status; of several statuses only what their settlement is expected to bring. */
export default function ListSums({ filter, page }: { filter: OrderFilter; page: OrderPage }) {
  const isWide = useWide();
  const { sum, totals, currency } = page;
  const status = onlyStatus(filter);
  // What is settled waits for its release: this is the amount of the wallet that is coming.
  if (status === 'waiting_for_withdrawal' && totals) {
    return (
      <p className="row between">
        <Sum label={t('wallet.coming')} figure={money(totals.net, currency)} />
      </p>
    );
  }
  if (sum && status) {
    const figures: [label: string, figure: string][] = [
      [t('orders.buyer_paid'), money(sum.amount, currency)],
      [t('orders.cost_row'), money(sum.cost, currency)],
      [profitLabel({ status }), signedMoney(sum.profit, currency)],
    ];
    return (
      <p className="row wrap small">
        {(hasEnded({ status }) ? figures.slice(0, 1) : figures.slice(isWide ? 0 : 1)).map(
          ([label, figure]) => (
            <Sum key={label} label={label} figure={figure} />
          ),
        )}
      </p>
    );
  }
  if (!filter.statuses || !totals) return null;
  return (
    <p className="row between">
      <Sum label={t('orders.total_net')} figure={money(totals.net, currency)} />
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
