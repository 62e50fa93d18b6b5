import { useLocation } from 'preact-iso/router';
import type { Order } from '../../data/orders.ts';
import { inline, tn } from '../../lang/index.ts';
import { ExportButton } from './export-button.tsx';
import type { OrdersProps } from './order-list.tsx';
import { PayButton } from './pay-button.tsx';
import { sumText, usePayable } from './use-payable.ts';

interface Props extends OrdersProps {
  /** The orders that can be paid; undefined where the list has not loaded them all. */
  waiting: readonly Order[] | undefined;
}

/**
 * The tool of a list in wide windows: what pays all orders that wait while none is ticked, else the list as a file.
 * Beside an order that was opened, the button of that order is the main one and has the key.
 */
export default function ListTools({ filter, waiting, selection, onPay }: Props) {
  const payable = usePayable(filter, waiting, onPay) ?? [];
  const isOpened = Boolean(useLocation().query.id);
  if (payable.length === 0) return <ExportButton filter={filter} kind="plain" />;
  if (selection.rows.size > 0) return null;
  return (
    <PayButton
      kind={isOpened ? 'soft' : 'primary'}
      label={tn('orders.pay_many', payable.length, { total: inline(sumText(payable, 'cost')) })}
      aria-keyshortcuts={isOpened ? undefined : 'p'}
      onClick={() => onPay(payable)}
    />
  );
}
