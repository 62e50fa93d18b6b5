import { hasFeature } from '../../data/session.ts';
import type { ShowcaseFilter, ShowcaseItem } from '../../data/showcase.ts';
import { inline, money, number, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { GoodsName } from '../../ui/goods-name.tsx';
import { Item } from '../../ui/item.tsx';
import { Meter } from '../../ui/meter.tsx';
import { SelectBox } from '../../ui/selection.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { soldText } from '../../ui/sold-text.ts';
import { Cell, type Column, figureColumn, LeadCell, TableRow } from '../../ui/table.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { marginOf, Profit } from './profit.tsx';
import { filterHref } from './showcase-tools.tsx';
import { few, stockText } from './stock.ts';

/** The row of a table, and of one with room for its cost and what was earned. */
export type Look = 'wide' | 'wider' | undefined;

interface Props {
  row: ShowcaseItem;
  currency: string | undefined;
  /** Whether its box is ticked; undefined where rows have none. */
  ticked: boolean | undefined;
  look: Look;
  onTick: () => void;
  onOpen: () => void;
}

/** An article of the showcase: what it sells at and what is left of that. Pressed, it opens its page or is selected. */
export function ShowcaseRow({ row, currency, ticked, look, onTick, onOpen }: Props) {
  const { name, image, clicks, cost, stock, unlistReason, status } = row;
  const isListed = status === 'listed';
  // Pressed anywhere while goods are selected, a row of a phone is ticked.
  const isPicked = ticked !== undefined && !look;
  const opens = !isPicked && (isListed || canListAgain(row));
  const listsAgain = opens && !isListed;
  // What was taken off and can be listed again opens its price, in which it is listed.
  const hasPage = !isPicked && !listsAgain && hasFeature('goodsDetail');
  const cover = {
    href: hasPage ? paths.goods.href({ id: row.goodsId }) : undefined,
    onPress: opens && !hasPage ? onOpen : undefined,
    label: listsAgain ? `${t('goods.list_again')}, ${name}` : undefined,
  };
  const media = (
    <>
      {ticked !== undefined && (
        <SelectBox
          label={t('goods.select_named', { name })}
          isTicked={ticked}
          covers={isPicked}
          onTick={onTick}
        />
      )}
      <Thumb src={image} size={look ? 32 : 44} />
    </>
  );
  const title = <GoodsName>{name}</GoodsName>;
  const reason = unlistReason && (
    <>
      <p className="small muted">{t(`goods.unlist_${unlistReason}`)}</p>
      {row.keepMarginPrice && (
        <p className="small tone">
          {t('goods.keep_margin', { price: inline(money(row.keepMarginPrice, currency)) })}
        </p>
      )}
    </>
  );
  const price = <Amount>{money(row.sellingPrice, currency)}</Amount>;
  const margin = marginOf(row.expectedProfit, row.sellingPrice);
  const profit = <Profit amount={row.expectedProfit} currency={currency} />;
  const left = (
    <>
      {margin && <Amount>{margin}</Amount>} · <span className="ink">{profit}</span>
    </>
  );
  if (look)
    return (
      <TableRow>
        <LeadCell media={media} title={title} {...cover}>
          {reason}
        </LeadCell>
        <Cell look="end">{price}</Cell>
        {look === 'wider' && (
          <Cell look="end">
            <Amount>{money(cost, currency)}</Amount>
          </Cell>
        )}
        <Cell look="end">
          <strong>{profit}</strong>
        </Cell>
        <Cell look="end">
          <Amount>{margin}</Amount>
        </Cell>
        {look === 'wider' && hasFeature('earnings') && <Earned row={row} currency={currency} />}
        <Cell look="end">
          {isLow(stock) ? (
            <LowStock stock={stock}>{number(stock)}</LowStock>
          ) : (
            <Amount>{number(stock)}</Amount>
          )}
        </Cell>
        <Cell look="end">
          <Amount>{number(clicks)}</Amount>
        </Cell>
      </TableRow>
    );
  return (
    <Item
      media={media}
      title={title}
      {...cover}
      figure={price}
      {...(isListed && { note: <Facts row={row} currency={currency} />, noteFigure: left })}
    >
      {reason}
    </Item>
  );
}

/** How few are left, else what an article did or costs: the price's sheet has all of it. */
function Facts({ row, currency }: Pick<Props, 'row' | 'currency'>) {
  const { stock, cost } = row;
  if (isLow(stock)) return <LowStock stock={stock} />;
  const sold = soldText(row);
  if (sold) return sold;
  return cost ? t('goods.cost_line', { cost: inline(money(cost, currency)) }) : null;
}

/** What was sold, came back and was earned. */
function Earned({ row: { sold, returned, earned }, currency }: Pick<Props, 'row' | 'currency'>) {
  return (
    <>
      <Cell look="end">
        <Amount>{number(sold)}</Amount>
        {Boolean(returned) && <span className="small muted"> · {tn('earnings.returned', returned)}</span>}
      </Cell>
      <Cell look="end">
        <SignedProfit amount={earned} currency={currency} />
      </Cell>
    </>
  );
}

const isLow = (stock: number | undefined): stock is number => stock !== undefined && stock < few;

/** How few pieces are left, as a bar that a few orders empty; in words, where no column is named so. */
const LowStock = ({ stock, children = stockText(stock) }: { stock: number; children?: string }) => (
  <span className="low">
    {stock > 0 && (
      <Meter label={t('goods.stock')} value={stock} max={few} text={stockText(stock)} tone="warn" />
    )}
    {children}
  </span>
);

/** Returns the columns of the table of articles, those that rows can be sorted by with their address. */
export function showcaseColumns(filter: ShowcaseFilter, look: Look): Column[] {
  const { sort = 'new', status } = filter;
  const isWider = look === 'wider';
  const by = (name: NonNullable<ShowcaseFilter['sort']>) =>
    status === 'listed'
      ? {
          href: filterHref({ ...filter, sort: name }),
          now: sort === name ? ('descending' as const) : undefined,
        }
      : undefined;
  const narrow = { width: 'minmax(4em, 2fr)', look: 'end' as const };
  return [
    { name: t('app.product'), width: 'minmax(0, 12fr)', sort: by('new') },
    { ...figureColumn(t('goods.price')), sort: by('price') },
    ...(isWider ? [figureColumn(t('stats.purchase_cost'))] : []),
    { ...figureColumn(t('stats.profit')), sort: by('profit') },
    { name: t('goods.margin'), ...narrow },
    ...(isWider && hasFeature('earnings')
      ? [
          { name: t('earnings.sold_column'), width: 'minmax(5.5em, 2fr)', look: 'end' as const },
          { ...figureColumn(t('earnings.earned')), sort: by('earned') },
        ]
      : []),
    { name: t('goods.stock'), width: 'minmax(5em, 2fr)', look: 'end' },
    { name: t('stats.clicks'), ...narrow, sort: by('clicks') },
  ];
}

/** Returns whether an article that was taken off can be listed again. */
const canListAgain = ({ stock, unlistReason }: ShowcaseItem) =>
  stock !== 0 && !unrelistableReasons.has(unlistReason ?? '');

/** Reasons of removal that the merchant cannot undo. */
const unrelistableReasons = new Set(['policy', 'goods_withdrawn']);
