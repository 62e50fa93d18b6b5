// One file: the tab with its chips, sums, groups and sheets, all of them drawn from one page of orders.

import { useLocation } from 'preact-iso/router';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import {
  canPay,
  type Order,
  type OrderFilter,
  type OrderPage,
  type OrderSort,
  orderListResource,
} from '../../data/orders.ts';
import { hasFeature, me } from '../../data/session.ts';
import { number, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { DemoBadge } from '../../ui/demo-badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useFilterSheet } from '../../ui/filter-button.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Filter } from '../../ui/icons/filter.ts';
import { RefreshCw } from '../../ui/icons/refresh-cw.ts';
import { Search as Glass } from '../../ui/icons/search.ts';
import { X } from '../../ui/icons/x.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { LongList } from '../../ui/long-list.tsx';
import { Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useWide, useWider } from '../../ui/wide.ts';
import { ExportButton } from './export-button.tsx';
import { GroupChips } from './group-chips.tsx';
import { groupIn, isFiltered, onlyStatus, readFilter, useFilterHref } from './list-filter.ts';
import { ListSums } from './list-sums.tsx';
import { NewOrders } from './new-orders.tsx';
import { isMerchantsTurn } from './next-step.ts';
import { OrderRow, orderColumns } from './order-row.tsx';
import { statusText } from './order-status.ts';
import { OrderPaySheet } from './pay-button.tsx';
import { Search } from './search.tsx';
import { PayLine, type Selection, useInterruptedRound, useSelection } from './select-orders.tsx';
import { useListKeys } from './use-list-keys.ts';
import { usePull } from './use-pull.ts';

const OrderFilterSheet = lazySheet(() => import('./order-filter-sheet.tsx'));

/** Returns how many of the sheet's filters are on. */
const countOf = ({ status, from, to, sort }: OrderFilter): number =>
  [status, from, to, sort === 'actBy' ? undefined : sort].filter((one) => one !== undefined).length;

/** Why the list is empty, and the one next step. */
function NoOrders({ filter }: { filter: OrderFilter }) {
  const filterHref = useFilterHref();
  const { keyword, afterSale, from, to } = filter;
  const status = onlyStatus(filter);
  const showAllLink = <LinkButton href={filterHref({})}>{t('orders.show_all')}</LinkButton>;
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
      <Empty title={t('orders.empty_filter')} text={t('orders.empty_filter_text')}>
        {showAllLink}
      </Empty>
    );
  }
  const group = groupIn(filter);
  const name = group ? t(`orders.group.${group}`) : status && statusText(status);
  if (name) {
    const title = t('orders.empty_status', { status: name });
    return (
      <Empty title={title} text={t('orders.empty_status_text')}>
        {showAllLink}
      </Empty>
    );
  }
  return (
    <Empty title={t('orders.empty_all')} text={t('orders.empty_all_text')}>
      <LinkButton kind="primary" href={paths.warehouse.href()}>
        {t('orders.empty_warehouse')}
      </LinkButton>
    </Empty>
  );
}

/** The second tab: all orders by status, their profit, and those that wait for the merchant. */
export default function OrderList() {
  const { query, route } = useLocation();
  const filterHref = useFilterHref();
  const { status, statuses, cases, keyword, from, to, sort } = query;
  // One object per filter, so that an unchanged list is not drawn again.
  const filter = useMemo(() => readFilter(query), [status, statuses, cases, keyword, from, to, sort]);
  const [searching, setSearching] = useState(Boolean(filter.keyword));
  const sheet = useFilterSheet();
  const filtersOn = countOf(filter);
  const [paying, setPaying] = useState<readonly Order[]>();
  const selection = useSelection(filter);
  const rows = useRef<HTMLDivElement>(null);
  useInterruptedRound(() => setPaying([]));
  useListKeys(useWide(), rows, () => {
    selection.end();
    return selection.ticked.size > 0;
  });
  const closePaying = () => {
    setPaying(undefined);
    selection.end();
  };
  const refresh = () =>
    orderListResource.ask(filter).peek().loading ? undefined : orderListResource.refetch(filter);
  const pull = usePull<HTMLDivElement>(refresh);

  const toggleSearch = () => {
    if (searching && filter.keyword) route(filterHref({ ...filter, keyword: undefined }), true);
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
        <div className="stack pull full" ref={pull}>
          {searching && <Search filter={filter} />}
          <Chips filter={filter} />
          <div className="stack" ref={rows}>
            <Rows filter={filter} selection={selection} onPay={setPaying} />
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

interface RowsProps {
  filter: OrderFilter;
  selection: Selection;
  onPay: (orders: readonly Order[]) => void;
}

function Rows({ filter, selection, onPay }: RowsProps) {
  const state = orderListResource.ask(filter);
  return (
    <>
      <p className="sr" role="status">
        {state.value.data && tn('orders.shown', state.value.data.list.length)}
      </p>
      <Await
        of={state}
        onRetry={() => void orderListResource.refetch(filter)}
        failed={t('orders.failed')}
        skeleton={<SkeletonRows />}
        empty={<NoOrders filter={filter} />}
      >
        {(page) => (
          <>
            <ListSums filter={filter} page={page} />
            {!isFiltered(filter) && (
              <NewOrders newest={newestOf(page)} onShow={() => void orderListResource.refetch(filter)} />
            )}
            <PayLine filter={filter} page={page} selection={selection} onPay={onPay} />
            <Groups
              filter={filter}
              list={page.list}
              busy={state.value.loading}
              selection={selection}
              onPay={onPay}
            />
            {page.nextCursor && <LoadMore load={() => orderListResource.more(filter)} />}
          </>
        )}
      </Await>
    </>
  );
}

/** The groups, and in wide windows the file of what is shown, which a phone has in the filter. */
function Chips({ filter }: { filter: OrderFilter }) {
  const chips = <GroupChips filter={filter} />;
  if (!useWide()) return chips;
  return (
    <div className="row between">
      <div className="grow">{chips}</div>
      <ExportButton filter={filter} />
    </div>
  );
}

interface GroupsProps extends RowsProps {
  list: readonly Order[];
  busy: boolean;
}

/**
 * The orders that wait for the merchant apart from all others; a filter shows one list. A table has their states in a
 * column, and is one.
 */
function Groups({ filter, list, busy, selection, onPay }: GroupsProps) {
  const payOne = useCallback((order: Order) => onPay([order]), [onPay]);
  const hasBoxes = selection.isOn && list.some(canPay);
  const { id } = useLocation().query;
  const isWide = useWide();
  const isWider = useWider();
  const filterHref = useFilterHref();
  const sortHref = hasFeature('find') ? (sort: OrderSort) => filterHref({ ...filter, sort }) : undefined;
  const isOneList = isWide || isFiltered(filter) || filter.sort !== 'actBy';
  const [waiting, others] = useMemo(() => (isOneList ? [[], list] : grouped(list)), [isOneList, list]);
  const rows = (some: readonly Order[], part = '') => (
    <LongList
      rows={some}
      memory={JSON.stringify([filter, isWide, part])}
      busy={busy}
      table={
        isWide ? { label: t('app.order'), columns: orderColumns(isWider, filter.sort, sortHref) } : undefined
      }
    >
      {(order, position) => (
        <OrderRow
          key={order.id}
          order={order}
          filter={filter}
          look={isWide ? (isWider ? 'wider' : 'wide') : undefined}
          current={order.id === id}
          ticked={hasBoxes ? selection.ticked.has(order.id) : undefined}
          onTick={selection.toggle}
          onPay={payOne}
          {...position}
        />
      )}
    </LongList>
  );
  if (waiting.length === 0) return rows(list);
  return (
    <>
      <Section title={t('orders.waiting')}>{rows(waiting, 'waiting')}</Section>
      {others.length > 0 && <Section title={t('orders.others')}>{rows(others, 'others')}</Section>}
    </>
  );
}

function Section({ title, children }: { title: string; children: Children }) {
  const id = useId();
  const Title = useHeading(2);
  return (
    <section className="items" aria-labelledby={id}>
      <Title id={id} className="label over">
        {title}
      </Title>
      {children}
    </section>
  );
}

/** Returns the orders at the top that wait for the merchant, and all others; one group of a server that sorts in another way. */
function grouped(list: readonly Order[]): [waiting: readonly Order[], others: readonly Order[]] {
  const end = list.filter(isMerchantsTurn).length;
  const waiting = list.slice(0, end);
  return waiting.every(isMerchantsTurn) ? [waiting, list.slice(end)] : [[], list];
}

/** Returns the newest order; where the server does not name it, undefined while it may not be loaded. */
function newestOf({ newestId, list, nextCursor }: OrderPage): string | undefined {
  if (newestId) return newestId;
  if (nextCursor && list.every(isMerchantsTurn)) return undefined;
  const [first, ...rest] = list;
  return rest.reduce((newest, row) => (newest && row.createdAt > newest.createdAt ? row : newest), first)?.id;
}
