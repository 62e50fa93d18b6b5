import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'react';
import { type Goods, type GoodsFilter, goodsList } from '../../data/goods.ts';
import { me } from '../../data/session.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { later } from '../../ui/later.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSteady } from '../../ui/use-steady.ts';
import { GoodsCard } from './goods-card.tsx';
import { countOf, filterHref, readFilter } from './goods-filter.ts';
import { ProductSupport } from './product-support.tsx';
import { RoomBadge } from './room-badge.tsx';
import { SortField } from './sort-field.tsx';
import { TypeChips } from './type-chips.tsx';

const PriceSheet = later(() => import('./price-sheet.tsx'));
const FilterSheet = later(() => import('./filter-sheet.tsx'));

/** What can be listed, with what it costs and what it is expected to bring. */
export default function Warehouse() {
  const { query, route } = useLocation();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Goods>();
  const [filtering, setFiltering] = useState(false);
  const keyword = useSteady(typed.trim());
  const chosen = readFilter(query);
  const filter: GoodsFilter = { ...chosen, ...(keyword ? { keyword } : {}) };
  const filters = countOf(chosen);
  // An open sheet has its say before its screen moves on, so the address follows once it is gone.
  const next = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (filtering || next.current === undefined) return;
    route(next.current, true);
    next.current = undefined;
  }, [filtering, route]);
  return (
    <>
      <Head title={t('shop.warehouse')} back={paths.goodsList.href()}>
        <RoomBadge />
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
            onRetry={() => goodsList.refresh(filter)}
            failed={t('goods.failed')}
            skeleton={<Skeleton cards={4} height="220px" />}
            empty={<Nothing keyword={keyword} chosen={chosen} />}
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
                {page.nextCursor && <More more={() => goodsList.more(filter)} />}
              </>
            )}
          </Await>
          {me.value.permissions?.includes('product_support') && <ProductSupport />}
        </div>
      </Page>
      {picked && (
        <PriceSheet
          goods={{
            ...{ ...picked, goodsId: picked.id },
            ...{ price: picked.suggestedPrice, image: picked.images?.[0] },
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

function Nothing({ keyword, chosen }: { keyword: string; chosen: GoodsFilter }) {
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
