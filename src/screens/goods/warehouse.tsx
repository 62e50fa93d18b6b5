import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { type Goods, type GoodsFilter, goodsList, goodsTypes } from '../../data/goods.ts';
import { me } from '../../data/session.ts';
import { store } from '../../data/shop.ts';
import { number } from '../../format.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { later } from '../../ui/later.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GoodsCard } from './goods-card.tsx';
import { ProductSupport } from './product-support.tsx';
import { SortField } from './sort-field.tsx';
import { useLate } from './use-late.ts';

const PriceSheet = later(() => import('./price-sheet.tsx'));

/** What can be listed, with what it costs and what it is expected to bring. */
export default function Warehouse() {
  const { query, route } = useLocation();
  const typed = useSignal('');
  const picked = useSignal<Goods | undefined>(undefined);
  const keyword = useLate(typed.value.trim());
  const sort = (query.sort ?? 'new') as NonNullable<GoodsFilter['sort']>;
  const typeId = query.type;
  const filter: GoodsFilter = {
    sort,
    ...(typeId ? { typeId } : {}),
    ...(keyword ? { keyword } : {}),
  };
  const types = goodsTypes.ask().value.data?.list ?? [];
  const href = (type?: string) => paths.warehouse.href({ type, sort: query.sort });
  return (
    <>
      <Head title={t('shop.warehouse')} back={paths.goodsList.href()}>
        <Room />
      </Head>
      <Page>
        <div className="stack">
          <SearchBox
            label={t('goods.search_warehouse')}
            value={typed.value}
            onText={(text) => {
              typed.value = text;
            }}
          />
          <Chips
            label={t('goods.types')}
            value={typeId ?? ''}
            items={[
              { value: '', label: t('goods.all_types'), href: href() },
              ...types.map((type) => ({
                value: type.id,
                label: type.name,
                count: number(type.count),
                href: href(type.id),
              })),
            ]}
          />
          <SortField
            value={sort}
            onPick={(value) => route(paths.warehouse.href({ type: typeId, sort: value }), true)}
          />
          <Await
            of={goodsList.ask(filter)}
            onRetry={() => goodsList.refresh(filter)}
            failed={t('goods.failed')}
            skeleton={<Skeleton cards={4} height="220px" />}
            empty={<Nothing keyword={keyword} />}
          >
            {(page) => (
              <>
                <ul className="tiles">
                  {page.list.map((goods) => (
                    <GoodsCard
                      key={goods.id}
                      goods={goods}
                      currency={page.currency}
                      onAdd={() => {
                        picked.value = goods;
                      }}
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
      {picked.value && (
        <PriceSheet
          goods={{ ...picked.value, price: picked.value.suggestedPrice, image: picked.value.images?.[0] }}
          currency={goodsList.peek(filter).data?.currency}
          onClose={() => {
            picked.value = undefined;
          }}
        />
      )}
    </>
  );
}

/** How full the shop is; hidden where the server does not count. */
function Room() {
  const shop = store.ask().value.data;
  if (shop?.goodsCap === undefined) return null;
  return (
    <Badge tone="calm">
      <Amount>{t('goods.used_of', { used: number(shop.goodsUsed), cap: number(shop.goodsCap) })}</Amount>
    </Badge>
  );
}

function Nothing({ keyword }: { keyword: string }) {
  if (keyword)
    return <Empty title={t('goods.empty_search', { keyword })} text={t('goods.empty_search_text')} />;
  return <Empty title={t('goods.empty_type')} />;
}
