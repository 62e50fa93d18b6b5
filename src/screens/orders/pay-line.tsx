import { canPay, type Order, type OrderFilter, type OrderPage } from '../../data/orders.ts';
import { lazy } from '../../ui/lazy.tsx';
import type { Selection } from '../../ui/selection.tsx';

export interface PayLineProps {
  filter: OrderFilter;
  page: OrderPage;
  selection: Selection<Order>;
  onPay: (orders: readonly Order[]) => void;
}

/** Its code comes with what loads later; its room is kept, so that no row moves. */
const PayBar = lazy(() => import('./pay-bar.tsx'), {
  waiting: () => <div className="pay-line" data-tone="warn" />,
});

/** Returns the orders of a list that can be paid: undefined where it has not loaded them all, and none where it has none. */
export function payableIn(
  { afterSale, status, statuses }: OrderFilter,
  page: OrderPage,
): Order[] | undefined {
  const wanted = statuses ?? [status ?? 'pending_payment'];
  if (afterSale || !wanted.includes('pending_payment')) return [];
  const { list, nextCursor, counts } = page;
  const loaded = list.filter(canPay);
  return !nextCursor || loaded.length === counts?.pending_payment ? loaded : undefined;
}

/** The first line of a list: pays all orders that wait, or those that are ticked, in one go. */
export function PayLine(props: PayLineProps) {
  const waiting = payableIn(props.filter, props.page);
  return waiting?.length === 0 ? null : <PayBar {...props} waiting={waiting} />;
}
