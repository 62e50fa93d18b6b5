import { useRef } from 'react';
import { orderStatuses } from '../../contract/status.ts';
import { type OrderFilter, orderList } from '../../data/orders.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Chips } from '../../ui/chips.tsx';
import { filterHref } from './list-filter.ts';
import { statusText } from './status-badge.tsx';

/** The ten statuses, each with its count; the last known counts stay while another status loads. */
export function StatusChips({ filter }: { filter: OrderFilter }) {
  const known = useRef<Partial<Record<string, number>>>({});
  known.current = orderList.ask(filter).value.data?.counts ?? known.current;
  const counted = (status: string) => {
    const count = known.current[status];
    return count === undefined ? undefined : number(count);
  };
  const all = { value: 'all', label: t('status.all'), count: counted('all') };
  return (
    <Chips<string>
      label={t('orders.statuses')}
      value={filter.status ?? (filter.statuses ? '' : 'all')}
      items={[
        { ...all, href: filterHref({ ...filter, status: undefined, statuses: undefined }) },
        ...orderStatuses.map((status) => ({
          value: status,
          label: statusText(status),
          count: counted(status),
          href: filterHref({ ...filter, status, statuses: undefined }),
        })),
      ]}
    />
  );
}
