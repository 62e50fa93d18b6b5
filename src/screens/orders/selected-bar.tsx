import { canPay } from '../../data/orders.ts';
import { inline, t, tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { PayButton } from './pay-button.tsx';
import type { PayLineProps } from './pay-line.tsx';
import { sumText } from './use-payable.ts';

/** What is ticked in a table, its sums, and the button that pays it, over the names of the columns. */
export default function SelectedBar({ page, selection, onPay }: Omit<PayLineProps, 'filter'>) {
  const orders = page.list.filter((order) => canPay(order) && selection.rows.has(order.id));
  const count = orders.length > 0 && tn('orders.selected', orders.length);
  const sums = count && {
    cost: inline(sumText(orders, 'cost')),
    profit: inline(sumText(orders, 'expectedProfit')),
  };
  return (
    <>
      {/* There before the first one is ticked, or that one would not be announced. */}
      <p className="sr" role="status">
        {count}
      </p>
      {sums && (
        <div className="ink-bar">
          <strong aria-hidden="true">{count}</strong>
          <span className="grow">{t('orders.selected_sums', sums)}</span>
          <Button kind="plain" onClick={selection.end}>
            {t('orders.select_end')}
          </Button>
          <PayButton
            kind="primary"
            label={t('orders.pay_now')}
            aria-keyshortcuts="p"
            onClick={() => onPay(orders)}
          />
        </div>
      )}
    </>
  );
}
