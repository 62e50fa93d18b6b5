import type { OrderFilter } from '../../data/orders.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { PackageOpen } from '../../ui/icons/package-open.ts';
import { filterHref } from './list-filter.ts';
import { statusText } from './status-badge.tsx';

/** Why nothing is here, and the one next step. */
export function NoOrders({ filter }: { filter: OrderFilter }) {
  const { status, keyword } = filter;
  const all = <LinkButton href={filterHref({ sort: filter.sort })}>{t('orders.show_all')}</LinkButton>;
  if (keyword) {
    const text = t('orders.empty_search_text', { keyword });
    return (
      <Empty icon={PackageOpen} title={t('orders.empty_search')} text={text}>
        {all}
      </Empty>
    );
  }
  if (status) {
    const title = t('orders.empty_status', { status: statusText(status) });
    return (
      <Empty icon={PackageOpen} title={title} text={t('orders.empty_status_text')}>
        {all}
      </Empty>
    );
  }
  return (
    <Empty icon={PackageOpen} title={t('orders.empty_all')} text={t('orders.empty_all_text')}>
      <LinkButton kind="primary" href={paths.warehouse.href()}>
        {t('orders.empty_warehouse')}
      </LinkButton>
    </Empty>
  );
}
