import type { Order } from '../../data/orders.ts';
import { inline, t, tn } from '../../lang/index.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListChecks } from '../../ui/icons/list-checks.ts';
import { X } from '../../ui/icons/x.ts';
import { PayButton } from './pay-button.tsx';
import type { PayLineProps } from './pay-line.tsx';
import { coverText, sumText, usePayable } from './use-payable.ts';

/** How many orders wait to be paid, what covers them, and the button that pays their sum; before it what begins and ends selecting. */
export default function PayBar({
  waiting,
  filter,
  selection,
  onPay,
}: PayLineProps & { waiting: readonly Order[] | undefined }) {
  const payable = usePayable(filter, waiting, onPay);
  const { isOn, rows, start, end } = selection;
  if (!payable) return <div className="pay-line" data-tone="warn" />;
  const selected = payable.filter(({ id }) => rows.has(id));
  const orders = selected.length > 0 ? selected : payable;
  if (orders.length === 0) return null;
  return (
    <div className={isOn ? 'pay-line sticks' : 'pay-line'} data-tone="warn">
      {(isOn || payable.length > 1) && (
        <IconButton
          icon={isOn ? X : ListChecks}
          label={t(isOn ? 'orders.select_end' : 'orders.select')}
          onClick={isOn ? end : start}
        />
      )}
      <div className="grow">
        <strong>{tn('orders.count', orders.length)}</strong>
        <p className="small muted">{coverText(orders)}</p>
      </div>
      <PayButton
        kind="primary"
        label={t('orders.pay', { total: inline(sumText(orders, 'cost')) })}
        onClick={() => onPay(orders)}
      />
    </div>
  );
}
