import { useLocation } from 'preact-iso/router';
import { useMemo, useState } from 'react';
import { type Order, type OrderFilter, orderList } from '../../data/orders.ts';
import { me } from '../../data/session.ts';
import { money } from '../../lang/format.ts';
import { t, tn } from '../../lang/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Head } from '../../ui/head.tsx';
import { RefreshCw } from '../../ui/icons/refresh-cw.ts';
import { Search as Glass } from '../../ui/icons/search.ts';
import { X } from '../../ui/icons/x.ts';
import { LongList } from '../../ui/long-list.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Tap } from '../../ui/tap.tsx';
import { filterHref, readFilter } from './list-filter.ts';
import { NoOrders } from './no-orders.tsx';
import { OrderCard } from './order-card.tsx';
import { OrdersSkeleton } from './orders-skeleton.tsx';
import { PaySheet } from './pay-later.ts';
import { Search } from './search.tsx';
import { SortToggle } from './sort-toggle.tsx';
import { StatusChips } from './status-chips.tsx';
import { usePull } from './use-pull.ts';

/** The second tab: all orders by status, what they earn, and what waits for the merchant. */
export default function OrderList() {
  const { query, route } = useLocation();
  const { status, statuses, sort, keyword } = query;
  // One object a filter, so that a list that stays the same is not drawn again.
  const filter = useMemo(() => readFilter(query), [status, statuses, sort, keyword]);
  const [searching, setSearching] = useState(Boolean(filter.keyword));
  const [paying, setPaying] = useState<Order>();
  const refresh = () => {
    if (!orderList.ask(filter).peek().loading) void orderList.refresh(filter);
  };
  const pull = usePull<HTMLDivElement>(refresh);

  const toggleSearch = () => {
    if (searching && filter.keyword) route(filterHref({ ...filter, keyword: undefined }), true);
    setSearching(!searching);
  };

  return (
    <>
      <Head title={t('orders.title')}>
        {me.value.demo && <Badge tone="warn">{t('shop.demo')}</Badge>}
        <Tap icon={RefreshCw} label={t('orders.refresh')} onClick={refresh} />
        <Tap
          icon={searching ? X : Glass}
          label={searching ? t('orders.search_close') : t('orders.search')}
          onClick={toggleSearch}
        />
      </Head>
      <Page>
        <div className="stack" ref={pull}>
          {searching && <Search filter={filter} />}
          <StatusChips filter={filter} />
          <SortToggle filter={filter} />
          <Rows filter={filter} onPay={setPaying} />
        </div>
      </Page>
      {paying && <PaySheet order={paying} onClose={() => setPaying(undefined)} />}
    </>
  );
}

function Rows({ filter, onPay }: { filter: OrderFilter; onPay: (order: Order) => void }) {
  const state = orderList.ask(filter);
  return (
    <>
      <p className="sr" role="status">
        {state.value.data && tn('orders.shown', state.value.data.list.length)}
      </p>
      <Await
        of={state}
        onRetry={() => void orderList.refresh(filter)}
        failed={t('orders.failed')}
        skeleton={<OrdersSkeleton />}
        empty={<NoOrders filter={filter} />}
      >
        {({ list, nextCursor, totals, currency }) => (
          <>
            {filter.statuses && totals && (
              <p className="row between">
                {t('orders.total_net')}{' '}
                <strong>
                  <Amount>{money(totals.net, currency)}</Amount>
                </strong>
              </p>
            )}
            <LongList rows={list} busy={state.value.loading}>
              {(order, place) => <OrderCard key={order.id} order={order} onPay={onPay} place={place} />}
            </LongList>
            {nextCursor && <More more={() => orderList.more(filter)} />}
          </>
        )}
      </Await>
    </>
  );
}
