import type { Goods } from '../../data/goods.ts';
import { hasFeature } from '../../data/session.ts';
import { inline, labelOf, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Package } from '../../ui/icons/package.ts';
import { Plus } from '../../ui/icons/plus.ts';
import { Truck } from '../../ui/icons/truck.ts';
import { SelectBox } from '../../ui/selection.tsx';
import { groundOf } from './ground.ts';
import { canPick } from './picking.tsx';
import { marginOf, NamedProfit } from './profit.tsx';
import { daysText, few, stockText } from './stock.ts';

interface Props {
  goods: Goods;
  currency: string | undefined;
  onAdd: () => void;
  /** Whether it is picked; undefined while nothing is being picked. */
  picked: boolean | undefined;
  onPick: () => void;
}

/** An article of the warehouse: what would be left, its price, and how many days it travels. Pressed, it opens where it has a page. */
export function GoodsCard({ goods, currency, onAdd, picked, onPick }: Props) {
  const { id, typeId, name, images, cost, listed, expectedProfit } = goods;
  // A listed article sells at the merchant's own price: where that is not known, a suggestion would contradict it.
  const price = listed ? goods.sellingPrice : goods.suggestedPrice;
  const margin = price && marginOf(expectedProfit, price);
  return (
    <li className="card goods" data-ground={groundOf(typeId)}>
      {images?.[0] ? (
        <img src={images[0]} alt="" loading="lazy" decoding="async" width="180" height="180" />
      ) : (
        <span style={{ display: 'grid', placeItems: 'center' }}>
          <Package className="muted" />
        </span>
      )}
      <h2>
        {hasFeature('goodsDetail') && picked === undefined ? (
          <a className="cover" href={paths.goods.href({ id })}>
            {name}
          </a>
        ) : (
          name
        )}
      </h2>
      {price && (
        <p>
          <NamedProfit amount={expectedProfit} currency={currency} />
          {margin && (
            <span className="small muted">
              {' '}
              <Amount>{margin}</Amount>
            </span>
          )}
        </p>
      )}
      <p className="small muted">
        {price ? (
          <>
            <PriceLabel listed={listed} /> <Amount className="ink">{money(price, currency)}</Amount>
          </>
        ) : (
          t('goods.cost_line', { cost: inline(money(cost, currency)) })
        )}
      </p>
      <Supply goods={goods} />
      {picked === undefined || !canPick(goods) ? (
        <AddButton goods={goods} onAdd={onAdd} />
      ) : (
        <SelectBox
          label={t('goods.select_named', { name: name ?? '' })}
          isTicked={picked}
          covers
          onTick={onPick}
        />
      )}
    </li>
  );
}

/** What the price is: the one at which the article is listed, or a suggestion. */
const PriceLabel = ({ listed }: Pick<Goods, 'listed'>) =>
  listed ? (
    <span className="tone" data-tone="good">
      {t('goods.listed')}
    </span>
  ) : (
    t('goods.at_suggested')
  );

/** In its corner; a press goes to the card. */
const onPhoto = {
  position: 'absolute',
  insetBlockStart: '8px',
  insetInlineStart: '8px',
  maxInlineSize: 'calc(100% - 16px)',
  pointerEvents: 'none',
} as const;

/** How many days it travels, and, on its photo, how few are left. */
function Supply({ goods: { days, stock = few } }: Pick<Props, 'goods'>) {
  const isLow = stock < few;
  return (
    <>
      {days && (
        <p className="small muted row near">
          <Truck />
          <span className="sr">{labelOf(t('goods.delivery'))}</span>
          <span>{daysText(days)}</span>
        </p>
      )}
      {isLow && (
        <span className="badge" data-tone="warn" style={onPhoto}>
          {stockText(stock)}
        </span>
      )}
    </>
  );
}

/**
 * Drawn at the foot of the card beside the price, a tick once the article is listed. Where the article has no page, it is
 * pressed anywhere on its card.
 */
function AddButton({ goods: { listed, stock, name }, onAdd }: Pick<Props, 'goods' | 'onAdd'>) {
  if (stock === 0 && !listed) return null;
  const label = listed ? `${t('goods.listed')}, ${name}` : t('goods.add_named', { name });
  return (
    <button
      type="button"
      className={hasFeature('goodsDetail') ? 'corner' : 'cover'}
      aria-label={label}
      // A just listed article keeps the focus that its sheet gives back.
      aria-disabled={listed || undefined}
      onClick={listed ? undefined : onAdd}
    >
      <span className="tap">{listed ? <Check /> : <Plus />}</span>
    </button>
  );
}
