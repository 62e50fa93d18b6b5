// One file: the tab with its tools, notices and rows, all of them drawn from one page of goods.

import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { hasFeature, me } from '../../data/session.ts';
import { type ShowcaseFilter, type ShowcaseItem, showcaseResource } from '../../data/showcase.ts';
import { number, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterButton, useFilterSheet } from '../../ui/filter-button.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ChartColumn } from '../../ui/icons/chart-column.ts';
import { Plus } from '../../ui/icons/plus.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useWide } from '../../ui/wide.ts';
import { CapacityBadge } from './capacity-badge.tsx';
import { ProductSupport } from './product-support.tsx';
import { Removed, type RemovedGoods } from './removed.tsx';
import { ShowcaseRows } from './showcase-rows.tsx';
import { showcaseSorts } from './sorts.ts';

type Status = 'listed' | 'unlisted';

const filterHref = ({ status, sort, lowStock }: ShowcaseFilter): string =>
  paths.goodsList.href({
    status: status === 'unlisted' ? status : undefined,
    sort: sort === 'new' ? undefined : sort,
    stock: lowStock ? 'low' : undefined,
  });

const FilterSheet = lazySheet(() => import('./showcase-filter-sheet.tsx'));

/** The third tab: what the shop offers. */
export default function GoodsList() {
  const { query, route } = useLocation();
  const status: Status = query.status === 'unlisted' ? 'unlisted' : 'listed';
  const [typed, setTyped] = useState('');
  const [selected, setSelected] = useState<readonly string[]>();
  const [removing, setRemoving] = useState<readonly ShowcaseItem[]>([]);
  // Kept above the rows, as the undo must outlive the last of them.
  const [removed, setRemoved] = useState<RemovedGoods>();
  const isWide = useWide();
  const keyword = useDebounced(typed.trim());
  const sheet = useFilterSheet();
  const filter: ShowcaseFilter = {
    status,
    keyword: keyword || undefined,
    sort: showcaseSorts.find((known) => known === query.sort),
    lowStock: query.stock === 'low' || undefined,
  };
  const { data } = showcaseResource.ask(filter).value;
  const listed = data?.list.filter((row) => row.status === 'listed') ?? [];
  const finish = (result: RemovedGoods) => {
    setRemoving([]);
    setSelected(undefined);
    setRemoved(result);
  };
  return (
    <>
      <Head title={t('app.product')}>
        {hasFeature('earnings') && (
          <IconButton icon={ChartColumn} label={t('earnings.title')} href={paths.earnings.href()} />
        )}
        <CapacityBadge used={data?.used} cap={data?.cap} />
        {isWide ? (
          <LinkButton kind="primary" icon={Plus} href={paths.warehouse.href()}>
            {t('goods.add_goods')}
          </LinkButton>
        ) : (
          <IconButton icon={Plus} label={t('goods.add_goods')} href={paths.warehouse.href()} />
        )}
      </Head>
      <Page>
        <div className="stack tight full">
          <div className="row tight" style={{ maxInlineSize: '480px' }}>
            <div className="grow">
              <SearchBox label={t('goods.search_showcase')} value={typed} onText={setTyped} />
            </div>
            <FilterButton count={filter.lowStock ? 1 : 0} onPress={sheet.open} />
          </div>
          {selected ? (
            <Selecting
              rows={listed.filter((row) => selected.includes(row.id))}
              onAll={() => setSelected(listed.map(({ id }) => id))}
              onRemove={setRemoving}
              onLeave={() => setSelected(undefined)}
            />
          ) : (
            <div className="row between">
              <Choices<Status>
                shape="segments"
                label={t('goods.status')}
                items={[
                  { value: 'listed', label: t('goods.listed') },
                  {
                    value: 'unlisted',
                    label: t('goods.unlisted'),
                    count: data?.takenOff ? number(data.takenOff) : undefined,
                  },
                ]}
                value={status}
                onPick={(picked) => route(filterHref({ ...filter, status: picked }), true)}
              />
              {listed.length > 1 && (
                <Button kind="plain" onClick={() => setSelected([])}>
                  {t('goods.select')}
                </Button>
              )}
            </div>
          )}
          <Await
            of={showcaseResource.ask(filter)}
            onRetry={() => showcaseResource.refetch(filter)}
            failed={t('goods.failed')}
            skeleton={<SkeletonRows rows={7} media="52px" />}
            empty={<NoGoods filter={filter} />}
          >
            {(page) => (
              <>
                <CapacityCard used={page.used} cap={page.cap} />
                <ShowcaseRows
                  rows={page.list}
                  quota={page.deleteQuota}
                  currency={page.currency}
                  selected={selected}
                  onSelect={setSelected}
                  removing={removing}
                  onRemoving={setRemoving}
                  onRemoved={finish}
                />
                {page.nextCursor && <LoadMore load={() => showcaseResource.more(filter)} />}
              </>
            )}
          </Await>
          {me.value.permissions?.includes('product_support') && <ProductSupport />}
        </div>
      </Page>
      {sheet.isOpen && (
        <FilterSheet
          filter={filter}
          onPick={(picked) => sheet.pick(filterHref({ status, ...picked }))}
          onClose={sheet.close}
        />
      )}
      {removed && (
        <Dock>
          <Removed of={removed} onDone={() => setRemoved(undefined)} />
        </Dock>
      )}
    </>
  );
}

interface SelectingProps {
  rows: readonly ShowcaseItem[];
  onAll: () => void;
  onRemove: (rows: readonly ShowcaseItem[]) => void;
  onLeave: () => void;
}

/** In place of the views while goods are selected, and in reach from the last of them. */
function Selecting({ rows, onAll, onRemove, onLeave }: SelectingProps) {
  return (
    <div className="row between" style={stickyStyle}>
      <span className="muted" aria-live="polite">
        {tn('goods.selected', rows.length)}
      </span>
      <span className="row tight">
        {rows.length > 0 && (
          <Button kind="soft" data-tone="bad" onClick={() => onRemove(rows)}>
            {t('goods.remove')}
          </Button>
        )}
        <Button kind="plain" onClick={onAll}>
          {t('goods.select_all')}
        </Button>
        <Button kind="plain" onClick={onLeave}>
          {t('goods.cancel')}
        </Button>
      </span>
    </div>
  );
}

/** Sticks below the head. */
const stickyStyle = {
  position: 'sticky',
  insetBlockStart: 'calc(52px + var(--top))',
  zIndex: 2,
  background: 'var(--bg)',
} as const;

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

interface CapacityProps {
  used: number | undefined;
  cap: number | undefined;
}

/** From here on a card shows the room in the shop, besides the figure in the head. */
const shortFrom = 0.8;

/** How full the shop is, and what a higher level allows; drawn once it is nearly full. */
function CapacityCard({ used, cap }: CapacityProps) {
  if (!cap || used === undefined || used < cap * shortFrom) return null;
  const text = t('goods.used_of', { used: number(used), cap: number(cap) });
  const isFull = used >= cap;
  return (
    <Card className="tight" title={t('goods.listed_goods')} aside={<bdi>{text}</bdi>}>
      <Meter
        label={t('goods.listed_goods')}
        value={used}
        max={cap}
        text={text}
        tone={isFull ? 'warn' : 'info'}
      />
      <p className="small muted">{isFull ? t('goods.full') : t('goods.level_cap', { cap: number(cap) })}</p>
      {isFull && (
        <LinkButton className="start" href={paths.upgrade.href()}>
          {t('goods.see_levels')}
        </LinkButton>
      )}
    </Card>
  );
}
