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
  const { data } = orderListResource.ask(filter).value;
  // A list of cases counts cases alone, and no other chip leads to a part of them.
  if (data && !filter.afterSale) known.current = data;
  const { counts, atLeast } = known.current;
  const counted = (...names: readonly string[]) =>
    counts && number(names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)) + (atLeast ? '+' : '');
  const { status, afterSale } = filter;
  const all = { ...filter, status: undefined, statuses: undefined, afterSale: undefined };
  const caseCount = (afterSale ? data : undefined)?.counts?.afterSale ?? counts?.afterSale;
  const hasCases = afterSale === 'open' || (caseCount ?? 0) > 0;
  const cases = {
    value: 'cases',
    label: t('orders.returns'),
    count: caseCount === undefined ? undefined : number(caseCount),
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
