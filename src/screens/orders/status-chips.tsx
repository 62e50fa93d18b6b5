import { useRef } from 'react';
import { orderStatuses } from '../../contract/status.ts';
import { type OrderFilter, orderListResource } from '../../data/orders.ts';
import { number, t } from '../../lang/index.ts';
import { Choices } from '../../ui/choices.tsx';
import { useWide } from '../../ui/wide.ts';
import { useFilterHref } from './list-filter.ts';
import { statusText } from './order-status.ts';

/** The ten statuses, each with its count; the last known counts stay while another status loads. */
export function StatusChips({ filter }: { filter: OrderFilter }) {
  const filterHref = useFilterHref();
  const known = useRef<{ counts?: Partial<Record<string, number>>; atLeast?: boolean }>({});
  known.current = orderListResource.ask(filter).value.data ?? known.current;
  const { counts, atLeast } = known.current;
  // Where all are in sight at once, those without an order would only take a second line.
  const isWide = useWide();
  const shown = orderStatuses.filter(
    (status) => !isWide || counts?.[status] !== 0 || status === filter.status,
  );
  const counted = (status: string) => {
    const count = counts?.[status];
    return count === undefined ? undefined : number(count) + (atLeast ? '+' : '');
  };
  const allChoice = { value: 'all', label: t('status.all'), count: counted('all') };
  return (
    <Choices<string>
      shape="line"
      label={t('orders.statuses')}
      value={filter.status ?? (filter.statuses ? '' : 'all')}
      items={[
        { ...allChoice, href: filterHref({ ...filter, status: undefined, statuses: undefined }) },
        ...shown.map((status) => ({
          value: status,
          label: statusText(status),
          count: counted(status),
          href: filterHref({ ...filter, status, statuses: undefined }),
        })),
      ]}
    />
  );
}
