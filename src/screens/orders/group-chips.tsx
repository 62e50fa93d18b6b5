import { useRef } from 'react';
import { type OrderFilter, orderListResource } from '../../data/orders.ts';
import { number, t } from '../../lang/index.ts';
import { Choices } from '../../ui/choices.tsx';
import { groupIn, groupNames, orderGroups, useFilterHref } from './list-filter.ts';
import { statusText } from './order-status.ts';

/**
 * Open cases, where there are any, all orders, and the four groups of their statuses, each with its count; the last known
 * counts stay while another group loads. A single status is picked in the filter.
 */
export function GroupChips({ filter }: { filter: OrderFilter }) {
  const filterHref = useFilterHref();
  const known = useRef<{ counts?: Partial<Record<string, number>>; atLeast?: boolean }>({});
  known.current = orderListResource.ask(filter).value.data ?? known.current;
  const { counts, atLeast } = known.current;
  const counted = (...names: readonly string[]) =>
    counts && number(names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)) + (atLeast ? '+' : '');
  const { status, afterSale } = filter;
  const all = { ...filter, status: undefined, statuses: undefined, afterSale: undefined };
  const hasCases = afterSale === 'open' || (counts?.afterSale ?? 0) > 0;
  const cases = {
    value: 'cases',
    label: t('orders.returns'),
    count: counted('afterSale'),
    href: filterHref({ ...all, afterSale: 'open' }),
    tone: 'warn' as const,
  };
  return (
    <Choices<string>
      shape="line"
      label={t('orders.statuses')}
      value={status ?? (afterSale ? 'cases' : (groupIn(filter) ?? (filter.statuses ? '' : 'all')))}
      items={[
        ...(hasCases ? [cases] : []),
        { value: 'all', label: t('status.all'), count: counted('all'), href: filterHref(all) },
        ...(status
          ? [{ value: status, label: statusText(status), count: counted(status), href: filterHref(filter) }]
          : []),
        ...groupNames.map((group) => ({
          value: group,
          label: t(`orders.group.${group}`),
          count: counted(...orderGroups[group]),
          href: filterHref({ ...all, statuses: [...orderGroups[group]] }),
        })),
      ]}
    />
  );
}
