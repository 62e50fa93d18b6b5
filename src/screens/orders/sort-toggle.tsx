import type { OrderFilter } from '../../data/orders.ts';
import { t } from '../../lang/i18n.ts';
import { Seg } from '../../ui/seg.tsx';
import { filterHref } from './list-filter.ts';

export function SortToggle({ filter }: { filter: OrderFilter }) {
  return (
    <Seg
      label={t('orders.sort')}
      value={filter.sort ?? 'new'}
      items={[
        { value: 'new', label: t('orders.sort_new'), href: filterHref({ ...filter, sort: 'new' }) },
        { value: 'actBy', label: t('orders.sort_act_by'), href: filterHref({ ...filter, sort: 'actBy' }) },
      ]}
    />
  );
}
