import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'react';
import { MONEY } from '../../contract/money.ts';
import { type Goods, type GoodsFilter, goodsTypesResource, warehouseResource } from '../../data/goods.ts';
import { number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterButton, useFilterSheet } from '../../ui/filter-button.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListChecks } from '../../ui/icons/list-checks.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useSelection } from '../../ui/selection.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { useWide } from '../../ui/wide.ts';
import { GoodsCard } from './goods-card.tsx';
import { isListingBarred, ListingBarred } from './listing-barred.tsx';
import { canPick, PickingBar } from './picking.tsx';
import { ProductSupport } from './product-support.tsx';
import { goodsSorts } from './sorts.ts';

type Query = Readonly<Record<string, string>>;

const isMoney = (text: string | undefined): text is string => MONEY.test(text ?? '');

/** Reads the filter from the address, so that Back, a reload and a link show the same; ignores unknown values. */
function readFilter({ type, sort, min, max, listed }: Query): GoodsFilter {
  return {
    sort: goodsSorts.find((known) => known === sort) ?? 'new',
    typeId: type || undefined,
    priceMin: isMoney(min) ? min : undefined,
    priceMax: isMoney(max) ? max : undefined,
    listed: listed === 'no' ? false : undefined,
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
  const types = goodsTypesResource.ask().value.data?.list ?? [];
  return (
    <Choices
      shape="words"
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

const PriceSheet = lazySheet(() => import('./price-sheet.tsx'), { texts: ['rest'] });
const FilterSheet = lazySheet(() => import('./filter-sheet.tsx'), { texts: ['rest'] });

/** Goods that can be listed, with their cost and expected profit. */
export default function Warehouse() {
  const { query } = useLocation();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<Goods>();
  // Goods of several searches are listed together.
  const selection = useSelection<Goods>();
  const isWide = useWide();
  const cards = useRef<HTMLUListElement>(null);
  useListKeys(isWide, cards, () => {
    selection.end();
    return selection.isOn;
  });
  useEffect(() => {
    // The button that began the selection is gone: the keyboard goes on with the first box.
    if (selection.isOn) cards.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [selection.isOn]);
  const sheet = useFilterSheet();
  const keyword = useDebounced(typed.trim());
  const chosen = readFilter(query);
  const filter: GoodsFilter = { ...chosen, keyword: keyword || undefined };
  const { data: page, error } = warehouseResource.ask(filter).value;
  const bar = selection.isOn && (
    <PickingBar selection={selection} rows={page?.list ?? []} currency={page?.currency} />
  );
  return (
    <>
      <Head title={t('shop.warehouse')} back={paths.goodsList.href()}>
        {!selection.isOn && !isListingBarred() && page?.list.some(canPick) && (
          <IconButton icon={ListChecks} label={t('goods.select')} onClick={selection.start} />
        )}
        <FilterButton count={countOf(chosen)} onPress={sheet.open} />
      </Head>
      <Page>
        <div className="stack tight full">
          <SearchBox label={t('goods.search_warehouse')} value={typed} onText={setTyped} />
          <ListingBarred />
          <TypeChips filter={chosen} />
          {isWide && bar}
          <Await
            of={warehouseResource.ask(filter)}
            onRetry={() => warehouseResource.refetch(filter)}
            failed={t('goods.failed')}
            skeleton={<GoodsSkeleton />}
            empty={<NoGoods keyword={keyword} chosen={chosen} />}
          >
            {(page) => (
              <>
                <ul className="tiles" ref={cards}>
                  {page.list.map((goods) => (
                    <GoodsCard
                      key={goods.id}
                      goods={goods}
                      currency={page.currency}
                      onAdd={() => setOpen(goods)}
                      picked={selection.isOn ? selection.rows.has(goods.id) : undefined}
                      onPick={() => selection.toggle(goods)}
                    />
                  ))}
                </ul>
                {page.nextCursor && <LoadMore load={() => warehouseResource.more(filter)} />}
              </>
            )}
          </Await>
          {(page || error) && <ProductSupport />}
        </div>
      </Page>
      {!isWide && bar}
      {open && (
        <PriceSheet
          goods={{
            ...open,
            goodsId: open.id,
            price: open.suggestedPrice,
            image: open.images?.[0],
          }}
          currency={warehouseResource.peek(filter).data?.currency}
          onClose={() => setOpen(undefined)}
        />
      )}
      {sheet.isOpen && (
        <FilterSheet
          filter={chosen}
          onPick={(filter) => sheet.pick(filterHref(filter))}
          onClose={sheet.close}
        />
      )}
    </>
  );
}

/** Cards in two columns, as they will be. */
const GoodsSkeleton = () => (
  <div className="tiles" aria-hidden="true">
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index} className="card goods">
        <SkeletonBlock />
        <h2>
          <SkeletonBlock w="80%" />
        </h2>
        <p>
          <SkeletonBlock w="60%" />
        </p>
        <p className="small">
          <SkeletonBlock w="70%" />
        </p>
        <p className="small">
          <SkeletonBlock w="50%" />
        </p>
      </div>
    ))}
  </div>
);

function NoGoods({ keyword, chosen }: { keyword: string; chosen: GoodsFilter }) {
  if (keyword)
    return <Empty title={t('goods.empty_search', { keyword })} text={t('goods.empty_search_text')} />;
  const { typeId, sort } = chosen;
  if (countOf(chosen) > 0)
    return (
      <Empty title={t('goods.empty_filter')}>
        <LinkButton href={filterHref({ typeId, sort })}>{t('filter.none')}</LinkButton>
      </Empty>
    );
  return <Empty title={t('goods.empty_type')} />;
}
