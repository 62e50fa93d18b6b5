import { type OrderFilter, orderListResource } from '../../data/orders.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { groupIn, onlyStatus, useFilterHref } from './list-filter.ts';
import { statusText } from './order-status.ts';

/** Why the list is empty, and the one next step. */
export default function NoOrders({ filter }: { filter: OrderFilter }) {
  const filterHref = useFilterHref();
  const { keyword, afterSale, from, to } = filter;
  const showAllLink = <LinkButton href={filterHref({ sort: 'actBy' })}>{t('orders.show_all')}</LinkButton>;
  if (keyword) {
    const text = t('orders.empty_search_text', { keyword });
    return (
      <Empty title={t('orders.empty_search')} text={text}>
        {showAllLink}
      </Empty>
    );
  }
  if (from || to || afterSale) {
    return (
      <Empty title={t('orders.empty_filter')} text={from || to ? t('orders.empty_filter_text') : undefined}>
        {showAllLink}
      </Empty>
    );
  }
  const status = onlyStatus(filter);
  if (status) {
    const title = t('orders.empty_status', { status: statusText(status) });
    return <Empty title={title}>{showAllLink}</Empty>;
  }
  const group = groupIn(filter);
  const isNewShop = orderListResource.peek(filter).data?.counts?.all === 0;
  // The groups above lead on.
  if (group && !isNewShop) return <Empty title={t(`orders.empty_group.${group}`)} />;
  return (
    <Empty title={t('orders.empty_all')} text={t('orders.empty_all_text')}>
      <LinkButton kind="primary" href={paths.warehouse.href()}>
        {t('orders.empty_warehouse')}
      </LinkButton>
    </Empty>
  );
}
