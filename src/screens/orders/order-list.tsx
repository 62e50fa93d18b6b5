// One file: the tab with its groups and sheets, and its rows on a phone.

import { useLocation } from 'preact-iso/router';
import { useMemo, useRef, useState } from 'react';
import {
  canPay,
  hasRound,
  type Order,
  type OrderFilter,
  type OrderPage,
  orderListResource,
} from '../../data/orders.ts';
import { hasFeature } from '../../data/session.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { FilterButton, useFilterSheet } from '../../ui/filter-button.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RefreshCw } from '../../ui/icons/refresh-cw.ts';
import { Search as Glass } from '../../ui/icons/search.ts';
import { X } from '../../ui/icons/x.ts';
import { lazy } from '../../ui/lazy.tsx';
import { LongList } from '../../ui/long-list.tsx';
import { Page } from '../../ui/page.tsx';
import { type Selection, useSelection } from '../../ui/selection.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx';
import type { Column } from '../../ui/table.tsx';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { useWide, useWider } from '../../ui/wide.ts';
import type { GroupStart } from './following-orders.tsx';
import { GroupChips } from './group-chips.tsx';
import {
  groupIn,
  isToPay,
  pickedStatuses,
  readFilter,
  soonestFirst,
  useFilterHref,
  withKeyword,
} from './list-filter.ts';
import { LoadedOrders } from './loaded-orders.tsx';
import { OrderRow } from './order-row.tsx';
import { hasEnded } from './order-status.ts';
import { OrderPaySheet } from './pay-button.tsx';
import { PayLine, payableIn } from './pay-line.tsx';
import { usePull } from './use-pull.ts';
import { useServerTime } from './use-server-time.ts';

const OrderFilterSheet = lazySheet(() => import('./order-filter-sheet.tsx'));
const Search = lazy(() => import('./search.tsx'));
const SumsPlace = () => (
  <p className="small">
    <SkeletonBlock w="8em" />
  </p>
);
const ListSums = lazy(() => import('./list-sums.tsx'), { waiting: SumsPlace });
const ListTools = lazy(() => import('./list-tools.tsx'));
const BesideFirst = lazy(() => import('./beside-first.tsx'));
const FollowingOrders = lazy(() => import('./following-orders.tsx'), { texts: ['today'] });
const SelectedBar = lazy(() => import('./selected-bar.tsx'));

/** Returns how many of the sheet's filters are on. */
const countOf = (filter: OrderFilter): number =>
  [pickedStatuses(filter)[0], filter.from, filter.to, filter.sort !== soonestFirst(filter)].filter(Boolean)
    .length;

/** The second tab: what waits for the merchant, and all other orders by group. */
export default function OrderList() {
  const { path, query, route } = useLocation();
  const filterHref = useFilterHref();
  const read = readFilter(query);
  // One object per filter, so that an unchanged list is not drawn again.
  const filter = useMemo(() => read, [JSON.stringify(read)]);
  const [searching, setSearching] = useState(Boolean(filter.keyword));
  const sheet = useFilterSheet();
  // What a reload has interrupted opens the sheet.
  const [paying, setPaying] = useState<readonly Order[] | undefined>(() => (hasRound() ? [] : undefined));
  const selection = useSelection<Order>(filter);
  const rows = useRef<HTMLDivElement>(null);
  const isWide = useWide();
  const isTable = isWide || path === paths.order.path;
  useListKeys(isWide, rows, () => {
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
  const list = (
    <>
      <Head title={t('app.order')}>
        <IconButton icon={RefreshCw} label={t('orders.refresh')} onClick={() => void refresh()} />
        <IconButton
          icon={searching ? X : Glass}
          label={searching ? t('orders.search_close') : t('orders.search')}
          onClick={toggleSearch}
        />
        <FilterButton count={countOf(filter)} onPress={sheet.open} />
      </Head>
      <Page>
        <div className="stack tight pull full" ref={pull}>
          {searching && <Search filter={filter} />}
          <div className="stack tight" ref={rows}>
            <Orders filter={filter} selection={selection} onPay={setPaying} isTable={isTable} />
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
  return useWider() ? <BesideFirst filter={filter}>{list}</BesideFirst> : list;
}

export interface OrdersProps {
  filter: OrderFilter;
  selection: Selection<Order>;
  onPay: (orders: readonly Order[]) => void;
}

/** The groups, and the orders as rows, the first line of which pays what waits; in wide windows as a table. */
function Orders({ filter, selection, onPay, isTable }: OrdersProps & LookProps) {
  const { data } = orderListResource.ask(filter).value;
  const chips = <GroupChips filter={filter} />;
  return (
    <>
      {isTable ? (
        <div className="row between tools">
          <div className="grow">{chips}</div>
          {data?.list[0] && (
            <ListTools
              filter={filter}
              waiting={payableIn(filter, data)}
              selection={selection}
              onPay={onPay}
            />
          )}
        </div>
      ) : (
        chips
      )}
      <LoadedOrders filter={filter} skeleton={<RowsSkeleton filter={filter} isTable={isTable} />}>
        {(page, isBusy) => (
          <>
            {hasSums(filter) && <ListSums filter={filter} page={page} />}
            <section className={isTable ? undefined : 'items slim'}>
              {isTable ? (
                <SelectedBar page={page} selection={selection} onPay={onPay} />
              ) : (
                <PayLine filter={filter} page={page} selection={selection} onPay={onPay} />
              )}
              <Rows filter={filter} page={page} isBusy={isBusy} selection={selection} isTable={isTable} />
            </section>
            {!page.nextCursor && (
              <FollowingOrders after={filter} isTable={isTable} room={(isTable ? 13 : 9) - page.list.length}>
                {(start) => <Rows filter={filter} {...start} selection={selection} isTable={isTable} />}
              </FollowingOrders>
            )}
          </>
        )}
      </LoadedOrders>
    </>
  );
}

/** Returns whether a sum stands above the rows: never of what is expected with what is settled, nor of what has ended. */
function hasSums(filter: OrderFilter): boolean {
  const { status, statuses } = filter;
  const group = groupIn(filter);
  return status ? !hasEnded({ status }) : Boolean(statuses) && (!group || group === 'way');
}

function RowsSkeleton({ filter, isTable }: LookProps & { filter: OrderFilter }) {
  return (
    <div className="stack tight">
      {hasSums(filter) && <SumsPlace />}
      <div className={isTable ? 'slim flat' : 'slim'}>
        <SkeletonRows rows={isTable ? 15 : 9} media={isTable ? '32px' : '44px'} />
      </div>
    </div>
  );
}

interface LookProps {
  /** The orders are rows of a table. */
  isTable: boolean;
}

/** Rows below those of the filter have a filter and a name of their group. */
interface RowsProps extends Omit<OrdersProps, 'onPay'>, LookProps, Partial<GroupStart> {
  page: OrderPage;
  isBusy?: boolean;
}

function Rows({ filter, page, isBusy, selection, isTable, shown = filter, title }: RowsProps) {
  const now = useServerTime();
  const filterHref = useFilterHref();
  const hasBoxes = isTable || (selection.isOn && page.list.some(canPay));
  const label = title ?? t('app.order');
  const table = isTable ? { label, columns: columnsOf(shown, filterHref, title) } : undefined;
  const memory = title ? undefined : JSON.stringify([filter, isTable]);
  return (
    <LongList rows={page.list} memory={memory} busy={isBusy} table={table}>
      {(order, position) => (
        <OrderRow
          key={order.id}
          order={order}
          filter={filter}
          shown={shown}
          now={now}
          isTable={isTable}
          ticked={hasBoxes ? selection.rows.has(order.id) : undefined}
          onTick={selection.toggle}
          {...position}
        />
      )}
    </LongList>
  );
}

/**
 * Returns the columns of the table: one of what is to be paid where that is listed; elsewhere its room goes to the state.
 * Below other rows a table has their columns, and in sight the name of its group alone.
 */
function columnsOf(
  filter: OrderFilter,
  filterHref: (filter: OrderFilter) => string,
  group: string | undefined,
): Column[] {
  const sort = soonestFirst(filter);
  const isPaying = isToPay(filter);
  const figure: Omit<Column, 'name'> = { width: 'minmax(6em, 2fr)', look: group ? 'unseen' : 'end' };
  const state = 'minmax(9em, 5fr)';
  return [
    { name: t('orders.product'), width: 'minmax(180px, 10fr)', look: group ? 'unseen' : undefined },
    {
      name: t('orders.statuses'),
      width: isPaying ? state : `${state} ${figure.width}`,
      look: group ? 'unseen' : isPaying ? undefined : 'double',
      sort:
        hasFeature('find') && !group
          ? { href: filterHref({ ...filter, sort }), now: filter.sort === sort ? 'ascending' : undefined }
          : undefined,
    },
    ...(isPaying ? [{ ...figure, name: t('status.pending_payment') }] : []),
    { ...figure, name: t('stats.profit') },
  ];
}
