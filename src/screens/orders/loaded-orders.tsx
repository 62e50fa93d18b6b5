import { type OrderFilter, type OrderPage, orderListResource } from '../../data/orders.ts';
import { t, tn } from '../../lang/index.ts';
import { Await } from '../../ui/await.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import type { Children } from '../../ui/props.ts';
import { isFiltered } from './list-filter.ts';

const NewOrders = lazy(() => import('./new-orders.tsx'));
const NoOrders = lazy(() => import('./no-orders.tsx'));

interface Props {
  filter: OrderFilter;
  skeleton: Children;
  children: (page: OrderPage, isBusy: boolean) => Children;
}

/** The states of a list of orders: loading, failed, empty; else its rows, with what has come meanwhile above them. */
export function LoadedOrders({ filter, skeleton, children }: Props) {
  const state = orderListResource.ask(filter);
  const refetch = () => void orderListResource.refetch(filter);
  const { data, loading } = state.value;
  return (
    <>
      <p className="sr" role="status">
        {data && tn('orders.shown', data.list.length)}
      </p>
      {data && !isFiltered(filter) && <NewOrders newest={data.newestId ?? undefined} onShow={refetch} />}
      <Await
        of={state}
        onRetry={refetch}
        failed={t('orders.failed')}
        skeleton={skeleton}
        empty={<NoOrders filter={filter} />}
      >
        {(page) => (
          <>
            {children(page, loading)}
            {page.nextCursor && <LoadMore load={() => orderListResource.more(filter)} />}
          </>
        )}
      </Await>
    </>
  );
}
