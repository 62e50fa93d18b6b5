import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'react';
import { MONEY } from '../../contract/money.ts';
import { type Goods, type GoodsFilter, goodsList, goodsTypes } from '../../data/goods.ts';
import { me } from '../../data/session.ts';
import { store } from '../../data/store.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { lazySheet } from '../../ui/lazy-sheet.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { GoodsCard } from './goods-card.tsx';
import { ProductSupport } from './product-support.tsx';

type Query = Readonly<Record<string, string>>;
type Sort = NonNullable<GoodsFilter['sort']>;

const sorts: readonly Sort[] = ['new', 'cost', 'profit', 'clicks'];

const isMoney = (text: string | undefined): text is string => MONEY.test(text ?? '');

/** Reads the filter from the address, so that Back, a reload and a link show the same; ignores unknown values. */
function readFilter({ type, sort, min, max, listed }: Query): GoodsFilter {
  return {
    sort: sorts.find((known) => known === sort) ?? 'new',
    ...(type ? { typeId: type } : {}),
    ...(isMoney(min) ? { priceMin: min } : {}),
    ...(isMoney(max) ? { priceMax: max } : {}),
    ...(listed === 'no' ? { listed: false } : {}),
  };
}

const filterHref = ({ typeId, sort, priceMin, priceMax, listed }: GoodsFilter): string =>
  paths.warehouse.href({
    type: typeId,
    sort: sort === 'new' ? undefined : sort,
    min: priceMin,
    max: priceMax,
    listed: listed === false ? 'no' : undefined,
  });

/** Returns how many of the sheet's filters are on. */
const countOf = ({ priceMin, priceMax, listed }: GoodsFilter): number =>
  [priceMin, priceMax, listed].filter((one) => one !== undefined).length;

/** The types of goods, each with its count; the other filters are unchanged. */
function TypeChips({ filter }: { filter: GoodsFilter }) {
  const types = goodsTypes.ask().value.data?.list ?? [];
  return (
    <Chips
      label={t('goods.types')}
      value={filter.typeId ?? ''}
      items={[
        { value: '', label: t('goods.all_types'), href: filterHref({ ...filter, typeId: undefined }) },
        ...types.map(({ id, name, count }) => ({
          value: id,
          label: name,
          count: count === undefined ? undefined : number(count),
          href: filterHref({ ...filter, typeId: id }),
        })),
      ]}
    />
  );
}

function SortField({ value, onPick }: { value: Sort; onPick: (value: Sort) => void }) {
  return (
    <label className="row tight grow">
      <span className="small muted end">{t('goods.sort')}</span>
      <span className="input">
        <select value={value} onChange={(event) => onPick(event.currentTarget.value as Sort)}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`goods.sort_${sort}`)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}

/** The number of listed goods; hidden where the server does not count. */
function CapacityBadge() {
  const shop = store.ask().value.data;
  if (shop?.goodsCap === undefined || shop.goodsUsed === undefined) return null;
  const text = t('goods.used_of', { used: number(shop.goodsUsed), cap: number(shop.goodsCap) });
  return (
    <Badge tone="calm">
      <span className="sr">{t('goods.listed_goods')}</span> <bdi>{text}</bdi>
    </Badge>
  );
}

const PriceSheet = lazySheet(() => import('./price-sheet.tsx'));
const FilterSheet = lazySheet(() => import('./filter-sheet.tsx'));

/** Goods that can be listed, with their cost and expected profit. */
export default function Warehouse() {
  const { query, route } = useLocation();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Goods>();
  const [filtering, setFiltering] = useState(false);
  const keyword = useDebounced(typed.trim());
  const chosen = readFilter(query);
  const filter: GoodsFilter = { ...chosen, ...(keyword ? { keyword } : {}) };
  const filters = countOf(chosen);
  // An open sheet is asked before its screen is left, so the address changes once the sheet is closed.
  const next = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (filtering || next.current === undefined) return;
    route(next.current, true);
    next.current = undefined;
  }, [filtering, route]);
  return (
    <>
      <Head title={t('shop.warehouse')} back={paths.goodsList.href()}>
        <CapacityBadge />
      </Head>
      <Page>
        <div className="stack">
          <SearchBox label={t('goods.search_warehouse')} value={typed} onText={setTyped} />
          <TypeChips filter={chosen} />
          <div className="row between">
            <SortField
              value={chosen.sort ?? 'new'}
              onPick={(sort) => route(filterHref({ ...chosen, sort }), true)}
            />
            <Button onClick={() => setFiltering(true)}>
              {filters > 0 ? t('goods.filter_on', { count: number(filters) }) : t('goods.filter')}
            </Button>
          </div>
          <Await
            of={goodsList.ask(filter)}
            onRetry={() => goodsList.refetch(filter)}
            failed={t('goods.failed')}
            skeleton={<Skeleton cards={4} height="220px" />}
            empty={<NoGoods keyword={keyword} chosen={chosen} />}
          >
            {(page) => (
              <>
                <ul className="tiles">
                  {page.list.map((goods) => (
                    <GoodsCard
                      key={goods.id}
                      goods={goods}
                      currency={page.currency}
                      onAdd={() => setPicked(goods)}
                    />
                  ))}
                </ul>
                {page.nextCursor && <LoadMore load={() => goodsList.more(filter)} />}
              </>
            )}
          </Await>
          {me.value.permissions?.includes('product_support') && <ProductSupport />}
        </div>
      </Page>
      {picked && (
        <PriceSheet
          goods={{
            ...picked,
            goodsId: picked.id,
            price: picked.suggestedPrice,
            image: picked.images?.[0],
          }}
          currency={goodsList.peek(filter).data?.currency}
          onClose={() => setPicked(undefined)}
        />
      )}
      {filtering && (
        <FilterSheet
          filter={chosen}
          onPick={(filter) => {
            next.current = filterHref(filter);
          }}
          onClose={() => setFiltering(false)}
        />
      )}
    </>
  );
}

function NoGoods({ keyword, chosen }: { keyword: string; chosen: GoodsFilter }) {
  if (keyword)
    return <Empty title={t('goods.empty_search', { keyword })} text={t('goods.empty_search_text')} />;
  const { typeId, sort } = chosen;
  if (countOf(chosen) > 0)
    return (
      <Empty title={t('goods.empty_filter')}>
        <LinkButton href={filterHref({ typeId, sort })}>{t('goods.filter_none')}</LinkButton>
      </Empty>
    );
  return <Empty title={t('goods.empty_type')} />;
}
