import { useLocation } from 'preact-iso/router';
import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import type { OrderFilter, OrderSort } from '../../data/orders.ts';
import { paths } from '../../paths.ts';

type Query = Readonly<Record<string, string>>;

/** The groups that a merchant looks for orders in, beside what waits for the merchant, and their statuses. */
export const orderGroups = {
  way: ['to_be_shipped', 'shipped', 'to_be_accepted'],
  settling: ['accepted', 'pending_settlement', 'waiting_for_withdrawal'],
  done: ['completed', 'cancelled', 'refunded'],
} as const satisfies Record<string, readonly OrderStatus[]>;
export const restingGroups = Object.keys(orderGroups) as (keyof typeof orderGroups)[];
export const groupNames = ['todo', ...restingGroups] as const;
export type OrderGroup = (typeof groupNames)[number];

export const orderSorts = ['actBy', 'newest', 'releaseAt'] as const;

const isStatus = (text: string | undefined): text is OrderStatus =>
  orderStatuses.includes(text as OrderStatus);

const dayIn = (text: string | undefined) =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? '')) ? text : undefined;

/** Returns the filter of a group. */
export const groupFilter = (group: OrderGroup): Pick<OrderFilter, 'next' | 'statuses'> =>
  group === 'todo' ? { next: 'merchant' } : { statuses: [...orderGroups[group]] };

/** Returns the sort of a list by itself, what comes next first: by the merchant's date, or by the day of the release. */
export const soonestFirst = (filter: OrderFilter): OrderSort =>
  groupIn(filter) === 'settling' || onlyStatus(filter) === 'waiting_for_withdrawal' ? 'releaseAt' : 'actBy';

/**
 * Reads the filter from the address, so that Back, a reload and a shared link show the same: without one what waits for
 * the merchant, the most urgent at the top.
 */
export function readFilter({ status, statuses, cases, next, keyword, from, to, sort }: Query): OrderFilter {
  const several = (statuses ?? '').split(',').filter(isStatus);
  const isPlain = ![status, statuses, cases, keyword, from, to].some(Boolean);
  const shown: OrderFilter = {
    status: isStatus(status) ? status : undefined,
    statuses: several.length > 0 ? several : undefined,
    next: isPlain || next === 'merchant' ? 'merchant' : undefined,
  };
  return {
    ...shown,
    sort: orderSorts.find((known) => known === sort) ?? soonestFirst(shown),
    keyword: keyword?.slice(0, 64) || undefined,
    afterSale: cases === 'open' ? cases : undefined,
    from: dayIn(from),
    to: dayIn(to),
  };
}

/** Returns whether a list leaves out any order that is new. */
export const isFiltered = ({ sort: _, next: __, ...filter }: OrderFilter): boolean =>
  Object.values(filter).some((one) => one !== undefined && one !== '');

function queryOf(filter: OrderFilter) {
  const { status, statuses, afterSale, next, keyword, from, to, sort } = filter;
  const isPlain = !isFiltered(filter);
  return {
    status: isPlain && !next ? 'all' : status,
    statuses: statuses?.join(),
    next: isPlain ? undefined : next,
    cases: afterSale,
    keyword: keyword || undefined,
    from,
    to,
    sort: sort === soonestFirst(filter) ? undefined : sort,
  };
}

/** Returns the group that a filter shows all of; undefined for any other filter. */
export function groupIn({ next, status, statuses }: OrderFilter): OrderGroup | undefined {
  if (next && !status && !statuses) return 'todo';
  return restingGroups.find((name) => orderGroups[name].join() === statuses?.join());
}

/** Returns the statuses that a filter picks where it shows no group. */
export const pickedStatuses = (filter: OrderFilter): readonly OrderStatus[] =>
  filter.status ? [filter.status] : groupIn(filter) ? [] : (filter.statuses ?? []);

/** Returns whether a list is of what the merchant has to pay: it shows that, and others what the buyer paid. */
export const isToPay = (filter: OrderFilter): boolean =>
  groupIn(filter) === 'todo' || onlyStatus(filter) === 'pending_payment';

/** Returns a filter with another keyword: a search looks at all orders, unless a part of them is picked. */
export function withKeyword(filter: OrderFilter, keyword: string): OrderFilter {
  const searched = { ...filter, keyword: keyword || undefined };
  if (!isFiltered(searched)) return { ...searched, next: 'merchant' };
  return isFiltered(filter) ? searched : { ...searched, next: undefined };
}

/** Returns the only status that a filter shows. */
export const onlyStatus = ({ status, statuses }: OrderFilter): OrderStatus | undefined =>
  status ?? (statuses?.length === 1 ? statuses[0] : undefined);

/** Returns the address of an order; Back, and the list beside it, have the filter that it was found with. */
export const orderHref = (id: string, filter: OrderFilter) => paths.order.href({ id, ...queryOf(filter) });

/** Returns what gives the list another filter by the address; beside an order the order stays. */
export function useFilterHref() {
  const { id } = useLocation().query;
  return (filter: OrderFilter) => (id ? orderHref(id, filter) : paths.orderList.href(queryOf(filter)));
}
