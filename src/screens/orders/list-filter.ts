import { useLocation } from 'preact-iso/router';
import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import type { OrderFilter } from '../../data/orders.ts';
import { paths } from '../../paths.ts';

type Query = Readonly<Record<string, string>>;

const isStatus = (text: string | undefined): text is OrderStatus =>
  orderStatuses.includes(text as OrderStatus);

/**
 * Reads the filter from the address, so that Back, a reload and a shared link show the same. Orders that wait for the
 * merchant come first, the most urgent at the top; all others follow, the newest first.
 */
export function readFilter({ status, statuses, keyword }: Query): OrderFilter {
  const several = (statuses ?? '').split(',').filter(isStatus);
  return {
    status: isStatus(status) ? status : undefined,
    statuses: several.length > 0 ? several : undefined,
    sort: 'actBy',
    keyword: keyword?.slice(0, 64) || undefined,
  };
}

const queryOf = ({ status, statuses, keyword }: OrderFilter) => ({
  status,
  statuses: statuses?.join(),
  keyword: keyword || undefined,
});

/** Returns the address of an order; Back, and the list beside it, have the filter that it was found with. */
export const orderHref = (id: string, filter: OrderFilter) => paths.order.href({ id, ...queryOf(filter) });

/** Returns what gives the list another filter by the address; beside an order the order stays. */
export function useFilterHref() {
  const { id } = useLocation().query;
  return (filter: OrderFilter) => (id ? orderHref(id, filter) : paths.orderList.href(queryOf(filter)));
}
