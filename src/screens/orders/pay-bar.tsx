import type { Order } from '../../data/orders.ts';
import { inline, t, tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { PayButton } from './pay-button.tsx';
import type { PayLineProps } from './pay-line.tsx';
import { coverText, sumText, usePayable } from './use-payable.ts';

/** What waits to be paid, its sum, what covers it, and the button that pays; beside it what begins and ends selecting. */
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
      <div className="grow">
        <strong>{tn('orders.pay_many', orders.length, { total: inline(sumText(orders, 'cost')) })}</strong>
        <p className="small muted">{coverText(orders)}</p>
      </div>
      {(isOn || payable.length > 1) && (
        <Button kind="plain" className="small" onClick={isOn ? end : start}>
          {t(isOn ? 'orders.select_end' : 'orders.select')}
        </Button>
      )}
      <PayButton
        kind="primary"
        label={t(orders.length > 1 && orders === payable ? 'orders.pay_all' : 'orders.pay_now')}
        onClick={() => onPay(orders)}
      />
    </div>
  );
}
