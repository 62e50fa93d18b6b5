// One file: the tab with its groups and sheets, and its rows on a phone.

import { useLocation } from 'preact-iso/router';
import { useMemo, useRef, useState } from 'react';
import {
  canPay,
  hasRound,
  type Order,
  type OrderFilter,
  type OrderPage,
  type OrderSort,
  orderListResource,
} from '../../data/orders.ts';
import { hasFeature, me } from '../../data/session.ts';
import { number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { DemoBadge } from '../../ui/demo-badge.tsx';
import { useFilterSheet } from '../../ui/filter-button.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Filter } from '../../ui/icons/filter.ts';
import { RefreshCw } from '../../ui/icons/refresh-cw.ts';
import { Search as Glass } from '../../ui/icons/search.ts';
import { X } from '../../ui/icons/x.ts';
import { lazy } from '../../ui/lazy.tsx';
import { LongList } from '../../ui/long-list.tsx';
import { Page } from '../../ui/page.tsx';
import { type Selection, useSelection } from '../../ui/selection.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, figureColumn } from '../../ui/table.tsx';
import { useWide, useWider } from '../../ui/wide.ts';
import { GroupChips } from './group-chips.tsx';
import { groupIn, isToPay, readFilter, useFilterHref, withKeyword } from './list-filter.ts';
import { LoadedOrders } from './loaded-orders.tsx';
import { OrderRow, type TableLook } from './order-row.tsx';
import { OrderPaySheet } from './pay-button.tsx';
import { PayLine, payableIn } from './pay-line.tsx';
import { useListKeys } from './use-list-keys.ts';
import { usePull } from './use-pull.ts';
import { useServerTime } from './use-server-time.ts';

const OrderFilterSheet = lazySheet(() => import('./order-filter-sheet.tsx'));
const Search = lazy(() => import('./search.tsx'));
const SumsPlace = () => (
  <p>
    <SkeletonBlock w="8em" />
  </p>
);
const ListSums = lazy(() => import('./list-sums.tsx'), { waiting: SumsPlace });
const ListTools = lazy(() => import('./list-tools.tsx'));
const SelectedBar = lazy(() => import('./selected-bar.tsx'));

/** Returns how many of the sheet's filters are on. */
const countOf = ({ status, from, to, sort }: OrderFilter): number =>
  [status, from, to, sort === 'actBy' ? undefined : sort].filter((one) => one !== undefined).length;

/** The second tab: what waits for the merchant, and all other orders by group; the table stays beside an order that is opened. */
export default function OrderList() {
  const { path, query, route } = useLocation();
  const filterHref = useFilterHref();
  const { status, statuses, cases, next, keyword, from, to, sort } = query;
  // One object per filter, so that an unchanged list is not drawn again.
  const filter = useMemo(() => readFilter(query), [status, statuses, cases, next, keyword, from, to, sort]);
  const [searching, setSearching] = useState(Boolean(filter.keyword));
  const sheet = useFilterSheet();
  const filtersOn = countOf(filter);
  // What a reload has interrupted opens the sheet.
  const [paying, setPaying] = useState<readonly Order[] | undefined>(() => (hasRound() ? [] : undefined));
  const selection = useSelection<Order>(filter);
  const rows = useRef<HTMLDivElement>(null);
  const look = useLook(path);
  useListKeys(useWide(), rows, () => {
    selection.end();
    return selection.rows.size > 0;
  });
  const closePaying = () => {
    setPaying(undefined);
    selection.end();
  };
  const refresh = () =>
    orderListResource.ask(filter).peek().loading ? undefined : orderListResource.refetch(filter);
  const pull = usePull<HTMLDivElement>(refresh);

  const toggleSearch = () => {
    if (searching && filter.keyword) route(filterHref(withKeyword(filter, '')), true);
    setSearching(!searching);
  };
  return (
    <>
      <Head title={t('app.order')}>
        {me.value.demo && <DemoBadge />}
        <IconButton icon={RefreshCw} label={t('orders.refresh')} onClick={() => void refresh()} />
        <IconButton
          icon={searching ? X : Glass}
          label={searching ? t('orders.search_close') : t('orders.search')}
          onClick={toggleSearch}
        />
        <IconButton
          icon={Filter}
          label={filtersOn > 0 ? t('filter.on', { count: number(filtersOn) }) : t('filter.title')}
          count={filtersOn && number(filtersOn)}
          onClick={sheet.open}
        />
      </Head>
      <Page>
        <div className="stack tight pull full" ref={pull}>
          {searching && <Search filter={filter} />}
          <div className="stack tight" ref={rows}>
            <Orders filter={filter} selection={selection} onPay={setPaying} look={look} />
          </div>
        </div>
      </Page>
      {sheet.isOpen && (
        <OrderFilterSheet
          filter={filter}
          onPick={(picked) => sheet.pick(filterHref(picked))}
          onClose={sheet.close}
        />
      )}
      {paying && <OrderPaySheet orders={paying} onClose={closePaying} />}
    </>
  );
}

export interface OrdersProps {
  filter: OrderFilter;
  selection: Selection<Order>;
  onPay: (orders: readonly Order[]) => void;
}

/** Returns the look of the list: a table, by its room, and rows where there is none for it. */
function useLook(path: string): TableLook | undefined {
  const isWide = useWide();
  const isWider = useWider();
  if (path === paths.order.path) return 'beside';
  if (!isWide) return undefined;
  return isWider ? 'wider' : 'wide';
}

/** The groups, and the orders as rows, the first line of which pays what waits; in wide windows as a table. */
function Orders({ filter, selection, onPay, look }: OrdersProps & LookProps) {
  const { data } = orderListResource.ask(filter).value;
  const chips = <GroupChips filter={filter} />;
  return (
    <>
      {look ? (
        <div className="row between tools">
          <div className="grow">{chips}</div>
          {data && (
            <ListTools
              filter={filter}
              look={look}
              waiting={payableIn(filter, data)}
              selection={selection}
              onPay={onPay}
            />
          )}
        </div>
      ) : (
        chips
      )}
      <LoadedOrders filter={filter} skeleton={<RowsSkeleton filter={filter} look={look} />}>
        {(page, isBusy) => (
          <>
            {hasSums(filter) && <ListSums filter={filter} page={page} />}
            <section className={look ? undefined : 'items slim'}>
              {look ? (
                <SelectedBar page={page} selection={selection} onPay={onPay} />
              ) : (
                <PayLine filter={filter} page={page} selection={selection} onPay={onPay} />
              )}
              <Rows filter={filter} page={page} isBusy={isBusy} selection={selection} look={look} />
            </section>
          </>
        )}
      </LoadedOrders>
    </>
  );
}

/** Returns whether sums stand above the rows: a group mixes what is expected with what is settled. */
const hasSums = (filter: OrderFilter) => filter.status ?? (filter.statuses && !groupIn(filter));

function RowsSkeleton({ filter, look }: LookProps & { filter: OrderFilter }) {
  return (
    <div className="stack tight">
      {hasSums(filter) && <SumsPlace />}
      <div className={look ? 'slim flat' : 'slim'}>
        <SkeletonRows rows={look ? 15 : 9} media={look ? '32px' : '44px'} />
      </div>
    </div>
  );
}

interface LookProps {
  look: TableLook | undefined;
}

interface RowsProps extends Omit<OrdersProps, 'onPay'>, LookProps {
  page: OrderPage;
  isBusy: boolean;
}

function Rows({ filter, page, isBusy, selection, look }: RowsProps) {
  const { id } = useLocation().query;
  const now = useServerTime();
  const filterHref = useFilterHref();
  const hasBoxes = look || (selection.isOn && page.list.some(canPay));
  const table = look && { label: t('app.order'), columns: columnsOf(filter, look, filterHref) };
  return (
    <LongList rows={page.list} memory={JSON.stringify([filter, look])} busy={isBusy} table={table}>
      {(order, position) => (
        <OrderRow
          key={order.id}
          order={order}
          filter={filter}
          now={now}
          look={look}
          current={order.id === id}
          ticked={hasBoxes ? selection.rows.has(order.id) : undefined}
          onTick={selection.toggle}
          {...position}
        />
      )}
    </LongList>
  );
}

/** Returns the columns of the table: with the number, the date apart from the state, and who gets it, as there is room. */
function columnsOf(
  filter: OrderFilter,
  look: TableLook,
  filterHref: (filter: OrderFilter) => string,
): Column[] {
  const sortBy = (sort: OrderSort, now: 'ascending' | 'descending') =>
    hasFeature('find')
      ? { href: filterHref({ ...filter, sort }), now: filter.sort === sort ? now : undefined }
      : undefined;
  const narrow = look === 'beside' && { width: 'minmax(5em, 2fr)' };
  const byDate = sortBy(groupIn(filter) === 'settling' ? 'releaseAt' : 'actBy', 'ascending');
  return [
    { name: t('orders.product'), width: look === 'beside' ? 'minmax(180px, 7fr)' : 'minmax(0, 7fr)' },
    ...(look === 'beside'
      ? []
      : [{ name: t('orders.title_one'), width: '6em', sort: sortBy('newest', 'descending') }]),
    {
      name: t('orders.statuses'),
      width: look === 'beside' ? 'minmax(9em, 6fr)' : 'minmax(9em, 4fr)',
      sort: look === 'wider' ? undefined : byDate,
    },
    ...(look === 'wider'
      ? [
          { name: t('orders.when'), width: 'minmax(9em, 3fr)', sort: byDate },
          { name: t('orders.destination'), width: 'minmax(0, 3fr)' },
        ]
      : []),
    { ...figureColumn(t(isToPay(filter) ? 'status.pending_payment' : 'orders.buyer_paid')), ...narrow },
    { ...figureColumn(t('stats.profit')), ...narrow },
  ];
}
