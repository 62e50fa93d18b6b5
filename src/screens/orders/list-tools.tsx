import type { Order } from '../../data/orders.ts';
import { inline, tn } from '../../lang/index.ts';
import { ExportButton } from './export-button.tsx';
import type { OrdersProps } from './order-list.tsx';
import type { TableLook } from './order-row.tsx';
import { PayButton } from './pay-button.tsx';
import { coverText, sumText, usePayable } from './use-payable.ts';

interface Props extends OrdersProps {
  look: TableLook;
  /** The orders that can be paid; undefined where the list has not loaded them all. */
  waiting: readonly Order[] | undefined;
}

/**
 * The tools of a list in wide windows: its file, and what pays all orders that wait while none is ticked. Beside an order,
 * whose own button is the main one and has the key, there is room for the payment alone.
 */
export default function ListTools({ filter, look, waiting, selection, onPay }: Props) {
  const payable = usePayable(filter, waiting, onPay) ?? [];
  const isBeside = look === 'beside';
  return (
    <>
      {!isBeside && <ExportButton filter={filter} kind="plain" />}
      {payable.length > 0 && selection.rows.size === 0 && (
        <>
          {!isBeside && <span className="small muted">{coverText(payable)}</span>}
          <PayButton
            kind={isBeside ? 'soft' : 'primary'}
            label={tn('orders.pay_many', payable.length, { total: inline(sumText(payable, 'cost')) })}
            aria-keyshortcuts={isBeside ? undefined : 'p'}
            onClick={() => onPay(payable)}
          />
        </>
      )}
    </>
  );
}
