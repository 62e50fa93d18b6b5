import { useLocation } from 'preact-iso/router';
import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import type { OrderFilter } from '../../data/orders.ts';
import { paths } from '../../paths.ts';

type Query = Readonly<Record<string, string>>;

/** Every status, in the group that a merchant looks for it in. */
export const orderGroups = {
  todo: ['pending_payment'],
  way: ['to_be_shipped', 'shipped', 'to_be_accepted'],
  settling: ['accepted', 'pending_settlement', 'waiting_for_withdrawal'],
  done: ['completed', 'cancelled', 'refunded'],
} as const satisfies Record<string, readonly OrderStatus[]>;
export type OrderGroup = keyof typeof orderGroups;
export const groupNames = Object.keys(orderGroups) as OrderGroup[];

export const orderSorts = ['actBy', 'newest', 'releaseAt'] as const;

const isStatus = (text: string | undefined): text is OrderStatus =>
  orderStatuses.includes(text as OrderStatus);

const dayIn = (text: string | undefined) =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? '')) ? text : undefined;

/**
 * Reads the filter from the address, so that Back, a reload and a shared link show the same. Orders that wait for the
 * merchant come first, the most urgent at the top; all others follow, the newest first.
 */
export function readFilter({ status, statuses, cases, keyword, from, to, sort }: Query): OrderFilter {
  const several = (statuses ?? '').split(',').filter(isStatus);
  return {
    status: isStatus(status) ? status : undefined,
    statuses: several.length > 0 ? several : undefined,
    sort: orderSorts.find((known) => known === sort) ?? 'actBy',
    keyword: keyword?.slice(0, 64) || undefined,
    afterSale: cases === 'open' ? cases : undefined,
    from: dayIn(from),
    to: dayIn(to),
  };
}

const queryOf = ({ status, statuses, afterSale, keyword, from, to, sort }: OrderFilter) => ({
  status,
  statuses: statuses?.join(),
  cases: afterSale,
  keyword: keyword || undefined,
  from,
  to,
  sort: sort === 'actBy' ? undefined : sort,
});

/** Returns the group that a filter shows all of; undefined for any other filter. */
export const groupIn = ({ statuses }: OrderFilter): OrderGroup | undefined =>
  groupNames.find((name) => orderGroups[name].join() === statuses?.join());

/** Returns the only status that a filter shows. */
export const onlyStatus = ({ status, statuses }: OrderFilter): OrderStatus | undefined =>
  status ?? (statuses?.length === 1 ? statuses[0] : undefined);

/** Returns whether a filter leaves out any order. */
export const isFiltered = ({ sort: _, ...filter }: OrderFilter): boolean =>
  Object.values(filter).some((one) => one !== undefined);

/** Returns the address of an order; Back, and the list beside it, have the filter that it was found with. */
export const orderHref = (id: string, filter: OrderFilter) => paths.order.href({ id, ...queryOf(filter) });

/** Returns what gives the list another filter by the address; beside an order the order stays. */
export function useFilterHref() {
  const { id } = useLocation().query;
  return (filter: OrderFilter) => (id ? orderHref(id, filter) : paths.orderList.href(queryOf(filter)));
}
