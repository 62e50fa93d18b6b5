import { useRef } from 'react';
import { type OrderFilter, orderListResource } from '../../data/orders.ts';
import { number, t } from '../../lang/index.ts';
import { Choices } from '../../ui/choices.tsx';
import {
  groupFilter,
  groupIn,
  groupNames,
  orderGroups,
  pickedStatuses,
  useFilterHref,
} from './list-filter.ts';
import { statusText } from './order-status.ts';

/**
 * The four groups of orders, each with its count, after the open cases, where there are any, and what a search or the
 * filter shows beside them; the last known counts stay while another group loads.
 */
export function GroupChips({ filter }: { filter: OrderFilter }) {
  const filterHref = useFilterHref();
  const known = useRef<{ counts?: Partial<Record<string, number>>; atLeast?: boolean }>({});
  const { data } = orderListResource.ask(filter).value;
  if (data) known.current = data;
  const { counts, atLeast } = known.current;
  const counted = (...names: readonly string[]) =>
    counts && number(names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)) + (atLeast ? '+' : '');
  const { afterSale, keyword, from, to } = filter;
  const picked = pickedStatuses(filter);
  const all: OrderFilter = { keyword, from, to };
  const hasCases = afterSale === 'open' || Boolean(counts?.afterSale);
  const { merchant = 0, pending_payment = 0 } = counts ?? {};
  const group = groupIn(filter);
  const isAll = !group && picked.length === 0 && !afterSale;
  const cases = {
    value: 'cases',
    label: t('orders.returns'),
    count: counted('afterSale'),
    href: filterHref({ ...all, afterSale: 'open' }),
    // What waits for the merchant and is not to be paid is a case to be answered.
    ...(merchant > pending_payment && { tone: 'warn' as const }),
  };
  const todo = counts?.merchant === undefined ? 'pending_payment' : 'merchant';
  return (
    <Choices<string>
      shape="words"
      label={t('orders.statuses')}
      value={picked.join() || (afterSale ? 'cases' : (group ?? 'all'))}
      items={[
        ...(hasCases ? [cases] : []),
        ...(isAll
          ? [{ value: 'all', label: t('status.all'), count: counted('all'), href: filterHref(all) }]
          : []),
        ...(picked.length > 0
          ? [
              {
                value: picked.join(),
                label: picked.map(statusText).join(' · '),
                count: counted(...picked),
                href: filterHref(filter),
              },
            ]
          : []),
        ...groupNames.map((name) => ({
          value: name,
          label: t(`orders.group.${name}`),
          count: counted(...(name === 'todo' ? [todo] : orderGroups[name])),
          href: filterHref({ ...all, ...groupFilter(name) }),
        })),
      ]}
    />
  );
}
