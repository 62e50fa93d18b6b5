import type { Order } from '../../data/orders.ts';
import { inline, tn } from '../../lang/index.ts';
import { ExportButton } from './export-button.tsx';
import type { OrdersProps } from './order-list.tsx';
import { PayButton } from './pay-button.tsx';
import { coverText, sumText, usePayable } from './use-payable.ts';

interface Props extends OrdersProps {
  /** The orders that can be paid; undefined where the list has not loaded them all. */
  waiting: readonly Order[] | undefined;
}

/** The tools of a list in wide windows: its file, and the main action, which pays all orders that wait while none is ticked. */
export default function ListTools({ filter, waiting, selection, onPay }: Props) {
  const payable = usePayable(filter, waiting, onPay) ?? [];
  return (
    <>
      <ExportButton filter={filter} kind="plain" />
      {payable.length > 0 && selection.rows.size === 0 && (
        <>
          <span className="small muted">{coverText(payable)}</span>
          <PayButton
            kind="primary"
            label={tn('orders.pay_many', payable.length, { total: inline(sumText(payable, 'cost')) })}
            aria-keyshortcuts="p"
            onClick={() => onPay(payable)}
          />
        </>
      )}
    </>
  );
}
