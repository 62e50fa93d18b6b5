// One file: the tab with its tools, notices and rows, all of them drawn from one page of goods.

import { useLocation } from 'preact-iso/router';
import { useRef, useState } from 'react';
import { hasFeature } from '../../data/session.ts';
import {
  type ShowcaseFilter,
  type ShowcaseItem,
  type ShowcasePage,
  showcaseResource,
} from '../../data/showcase.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ChartColumn } from '../../ui/icons/chart-column.ts';
import { Plus } from '../../ui/icons/plus.ts';
import { Search as Glass } from '../../ui/icons/search.ts';
import { X } from '../../ui/icons/x.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useSelection } from '../../ui/selection.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { useWide } from '../../ui/wide.ts';
import { ProductSupport } from './product-support.tsx';
import { Removed, type RemovedGoods } from './removed.tsx';
import { SelectionBar } from './select-goods.tsx';
import { ShowcaseRows, ShowcaseSkeleton } from './showcase-rows.tsx';
import { filterHref, ShowcaseGroups, ShowcaseNotices } from './showcase-tools.tsx';
import { firstSort, showcaseSorts } from './sorts.ts';

/** More than these are searched: fewer are seen at a glance. */
const fewGoods = 8;

/** The third tab: what the shop offers, and what was taken off it. */
export default function GoodsList() {
  const { query } = useLocation();
  const status = query.status === 'unlisted' ? 'unlisted' : 'listed';
  const [typed, setTyped] = useState<string>();
  const [removing, setRemoving] = useState<readonly ShowcaseItem[]>([]);
  // Kept above the rows, as the undo must outlive the last of them.
  const [removed, setRemoved] = useState<RemovedGoods>();
  const isWide = useWide();
  const table = useRef<HTMLDivElement>(null);
  const keyword = useDebounced(typed?.trim());
  const filter: ShowcaseFilter = {
    status,
    keyword: keyword || undefined,
    sort: showcaseSorts.find((known) => known === query.sort) ?? firstSort(),
    lowStock: query.stock === 'low' || undefined,
  };
  const { data, error } = showcaseResource.ask(filter).value;
  const selection = useSelection<ShowcaseItem>(filter);
  useListKeys(isWide, table, () => {
    selection.end();
    return selection.rows.size > 0;
  });
  const isListed = status === 'listed';
  const isSearching = typed !== undefined;
  // The filters stay where they are while what they lead to loads, or cannot be loaded.
  const known = useRef<ShowcasePage | undefined>(undefined);
  if (data && (isListed || !known.current)) known.current = data;
  const above = known.current;
  const isSelecting = isWide ? selection.rows.size > 0 : selection.isOn;
  const bar = data && isSelecting && (
    <SelectionBar filter={filter} page={data} selection={selection} onRemove={setRemoving} />
  );
  const finish = (result: RemovedGoods) => {
    setRemoving([]);
    selection.end();
    setRemoved(result);
  };
  return (
    <>
      <Head title={t('app.product')}>
        {((above?.used ?? 0) > fewGoods || isSearching) && (
          <IconButton
            icon={isSearching ? X : Glass}
            label={t(isSearching ? 'goods.search_close' : 'goods.search_showcase')}
            onClick={() => setTyped(isSearching ? undefined : '')}
          />
        )}
        {hasFeature('earnings') && (
          <IconButton icon={ChartColumn} label={t('earnings.title')} href={paths.earnings.href()} />
        )}
        <AddButton isWide={isWide} />
      </Head>
      <Page>
        <div className="stack tight full">
          {isSearching && <SearchBox label={t('goods.search_showcase')} value={typed} onText={setTyped} />}
          {above && (
            <>
              <ShowcaseNotices page={above} />
              {(isWide && bar) || <ShowcaseGroups filter={filter} page={above} />}
            </>
          )}
          <Await
            of={showcaseResource.ask(filter)}
            onRetry={() => showcaseResource.refetch(filter)}
            failed={t('goods.failed')}
            skeleton={<ShowcaseSkeleton filter={filter} isAlone={!above} />}
            empty={<NoGoods filter={filter} />}
          >
            {(page) => (
              <div className="stack tight" ref={table}>
                <ShowcaseRows
                  filter={filter}
                  page={page}
                  selection={selection}
                  removing={removing}
                  onRemoving={setRemoving}
                  onRemoved={finish}
                />
                {page.nextCursor && <LoadMore load={() => showcaseResource.more(filter)} />}
              </div>
            )}
          </Await>
          {(data || error) && <ProductSupport />}
        </div>
      </Page>
      {!isWide && bar}
      {removed && (
        <Dock>
          <Removed of={removed} onDone={() => setRemoved(undefined)} />
        </Dock>
      )}
    </>
  );
}

function AddButton({ isWide }: { isWide: boolean }) {
  const href = paths.warehouse.href();
  if (!isWide) return <IconButton icon={Plus} label={t('goods.add_goods')} href={href} />;
  return (
    <LinkButton kind="primary" icon={Plus} href={href}>
      {t('goods.add_goods')}
    </LinkButton>
  );
}

function NoGoods({ filter: { status, keyword, lowStock } }: { filter: ShowcaseFilter }) {
  if (keyword)
    return <Empty title={t('goods.empty_search', { keyword })} text={t('goods.empty_search_text')} />;
  if (lowStock)
    return (
      <Empty title={t('goods.empty_filter')}>
        <LinkButton href={filterHref({ status })}>{t('filter.none')}</LinkButton>
      </Empty>
    );
  if (status === 'unlisted') return <Empty title={t('goods.empty_unlisted')} />;
  return (
    <Empty title={t('goods.empty_showcase')} text={t('goods.empty_showcase_text')}>
      <LinkButton kind="primary" icon={Plus} href={paths.warehouse.href()}>
        {t('goods.to_warehouse')}
      </LinkButton>
    </Empty>
  );
}
