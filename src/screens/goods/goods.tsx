import { useLocation } from 'preact-iso/router';
import type { CSSProperties } from 'react';
import { worldParts } from '../../contract/status.ts';
import { type GoodsDetail, goodsDetailResource } from '../../data/goods.ts';
import { countryName, inline, money, number, percent, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { BigAmount, Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Head } from '../../ui/head.tsx';
import { Package } from '../../ui/icons/package.ts';
import { MoneyBar, MoneyBarSkeleton } from '../../ui/money-bar.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { GoodsActions } from './goods-actions.tsx';
import { groundOf } from './ground.ts';
import { ListingBarred } from './listing-barred.tsx';
import { priceOf } from './price-of.ts';
import { daysText, stockText } from './stock.ts';

/** What is known of an article before its answer is what its card shows. */
export type Product = Partial<GoodsDetail>;

/** An article with all that is known of it: what it is, what it earns, how long it travels. */
export default function Goods() {
  const id = useLocation().query.id ?? '';
  const { data, error } = goodsDetailResource.ask(id).value;
  const isListed = data?.listing?.status === 'listed';
  return (
    <>
      <Head title={t('goods.product')} back={paths.warehouse.href()} />
      <Page>
        <div className="full">
          <Await
            of={goodsDetailResource.ask(id)}
            onRetry={() => goodsDetailResource.refetch(id)}
            failed={t('goods.failed')}
            skeleton={<GoodsSkeleton />}
          >
            {(product) => (
              <div className="stack product">
                <Gallery product={product} />
                <div className="stack">
                  <Figures product={product} />
                  {product.listing !== undefined && !isListed && <ListingBarred />}
                  {product.text && (
                    <div className="card">
                      <p className="lines">{product.text}</p>
                    </div>
                  )}
                  <Mine product={product} />
                  <Delivery product={product} />
                  <Facts facts={product.facts} />
                </div>
              </div>
            )}
          </Await>
        </div>
      </Page>
      {data && !error && <GoodsActions product={data} />}
    </>
  );
}

/** Returns the frame of one of so many pictures; the next one is cut at the edge, so that one sees that there is more. */
const frameOf = (count: number): CSSProperties => ({
  flex: 'none',
  inlineSize: count === 1 ? '100%' : '84%',
  aspectRatio: count === 1 ? '4 / 3' : '1',
  scrollSnapAlign: 'start',
  background: 'var(--ground, var(--sand))',
  borderRadius: 'var(--radius)',
  overflow: 'hidden',
});
const noPicture: CSSProperties = {
  ...frameOf(1),
  display: 'grid',
  placeItems: 'center',
  aspectRatio: '5 / 2',
};
const large: CSSProperties = { fontSize: 'var(--l)' };
const whole: CSSProperties = {
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'contain',
  filter: 'var(--dim)',
};

/** The pictures, side by side, each on the colour of its category; the next one is seen to be there. */
function Gallery({ product: { images = [], name, typeId } }: { product: Product }) {
  if (images.length === 0)
    return (
      <div className="gallery" aria-hidden="true">
        <div style={noPicture} data-ground={groundOf(typeId)}>
          <Package className="muted" />
        </div>
      </div>
    );
  return (
    // Scrolls by itself, and so takes the focus for the arrow keys.
    <ul className="gallery" aria-label={t('goods.pictures')} tabIndex={images.length > 1 ? 0 : undefined}>
      {images.map((src, index) => (
        <li key={src} style={frameOf(images.length)} data-ground={groundOf(typeId)}>
          <img
            style={whole}
            src={src}
            alt={index === 0 ? name : t('goods.picture', { number: number(index + 1) })}
            decoding="async"
            loading={index === 0 ? undefined : 'lazy'}
          />
        </li>
      ))}
    </ul>
  );
}

/** What is left of the price at which it is listed, or of the one at which it can be, and what the price is made of. */
function Figures({ product }: { product: Product }) {
  const { name, goodsCode, currency, listing, stock, cost, offered } = product;
  const { price, fee, profit } = priceOf(product);
  const isLoss = profit?.startsWith('-');
  const reason = listing?.unlistReason ?? (offered === false ? 'goods_withdrawn' : null);
  const parts: Parameters<typeof MoneyBar>[0]['parts'] = [
    { kind: 'cost', label: t('goods.part_cost'), amount: cost ?? '0' },
    { kind: 'fee', label: t('goods.part_fee'), amount: fee ?? '0' },
    { kind: 'yours', label: t(isLoss ? 'goods.part_loss' : 'goods.part_yours'), amount: profit ?? '0' },
  ];
  return (
    <section className="card stack tight">
      <h2 style={large}>{name}</h2>
      {price && cost && profit && (
        <>
          <Stat
            label={t(isLoss ? 'goods.loss_at' : 'goods.profit_at', {
              price: inline(money(price, currency)),
            })}
          >
            <BigAmount tone={isLoss ? 'bad' : undefined}>
              {money(isLoss ? profit.slice(1) : profit, currency)}
            </BigAmount>
          </Stat>
          <MoneyBar parts={parts} currency={currency} isEstimate />
        </>
      )}
      {stock !== undefined && (
        <p className="small muted">
          {stockText(stock)} · <Code>{goodsCode}</Code>
        </p>
      )}
      {reason && <Note tone="warn">{t(`goods.unlist_${reason}`)}</Note>}
    </section>
  );
}

/** What it did in the merchant's own shop, once it sold. */
function Mine({ product: { mine, listing, currency } }: { product: Product }) {
  if (!mine?.sold) return null;
  const { sold, returned, profit, refunds } = mine;
  return (
    <section className="card stack tight">
      <h2 className="label">{t('goods.mine')}</h2>
      <DescriptionList
        rows={[
          [t('stats.clicks'), typeof listing?.clicks === 'number' && number(listing.clicks)],
          [t('goods.mine_sold'), number(sold)],
          [t('goods.came_back'), returned > 0 && number(returned)],
          [t('goods.mine_refunds'), Number(refunds) !== 0 && money(refunds, currency)],
          [t('earnings.settled'), <SignedProfit key="profit" amount={profit} currency={currency} />],
        ]}
      />
    </section>
  );
}

const regionName = (region: string) => {
  const part = worldParts.find((known) => known === region);
  return part ? t(`goods.to_${part}`) : countryName(region);
};

/** Where it is sent from, and how long it travels: what the supplier says, and named so. */
function Delivery({ product: { shipsFrom, delivery = [] } }: { product: Product }) {
  if (!shipsFrom && delivery.length === 0) return null;
  return (
    <section className="card stack tight">
      <h2 className="label">{t('goods.delivery')}</h2>
      <DescriptionList
        rows={[
          [t('goods.ships_from'), shipsFrom && countryName(shipsFrom)],
          ...delivery.map(({ region, days }) => [regionName(region), daysText(days)] as const),
        ]}
      />
    </section>
  );
}

/** What this platform has seen of it; null while that is too little. */
function Facts({ facts }: { facts: Product['facts'] }) {
  if (facts === undefined) return null;
  return (
    <section className="card stack tight">
      <h2 className="label">{t('goods.facts')}</h2>
      {facts ? (
        <>
          <DescriptionList
            rows={[
              [t('goods.half_within'), tn('goods.days', facts.daysP50, { days: number(facts.daysP50) })],
              [t('goods.most_within'), tn('goods.days', facts.daysP90, { days: number(facts.daysP90) })],
              [t('goods.came_back'), percent(facts.cameBack / facts.orders)],
              [t('goods.shops'), number(facts.shops)],
            ]}
          />
          <p className="small muted">{tn('goods.facts_of', facts.orders)}</p>
        </>
      ) : (
        <p className="muted">{t('goods.facts_few')}</p>
      )}
    </section>
  );
}

/** A picture and the figures, as they will be. */
const GoodsSkeleton = () => (
  <div className="stack product" aria-hidden="true">
    <div className="gallery">
      <span style={frameOf(2)}>
        <SkeletonBlock w="100%" h="100%" />
      </span>
      <span style={frameOf(2)} />
    </div>
    <section className="card stack tight">
      <h2 style={large}>
        <SkeletonBlock w="70%" />
      </h2>
      <MoneyBarSkeleton />
      <p className="small">
        <SkeletonBlock w="40%" />
      </p>
    </section>
  </div>
);
