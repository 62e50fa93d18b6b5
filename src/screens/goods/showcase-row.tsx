import { hasFeature } from '../../data/session.ts';
import type { ShowcaseFilter, ShowcaseItem } from '../../data/showcase.ts';
import { inline, money, number, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { classes } from '../../ui/classes.ts';
import { Item } from '../../ui/item.tsx';
import { Meter } from '../../ui/meter.tsx';
import type { Children } from '../../ui/props.ts';
import { SelectBox } from '../../ui/selection.tsx';
import { soldText } from '../../ui/sold-text.ts';
import { Cell, type Column, figureColumn, LeadCell, TableRow } from '../../ui/table.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { marginOf, Profit } from './profit.tsx';
import { adsText, Earned, hasSold, Result, ResultName, type ResultProps } from './showcase-result.tsx';
import { filterHref } from './showcase-tools.tsx';
import { few, stockText } from './stock.ts';

/** The row of a table, and of one with room for its cost and what was earned. */
export type Look = 'wide' | 'wider' | undefined;

interface Props extends ResultProps {
  /** Whether its box is ticked; undefined where rows have none. */
  ticked: boolean | undefined;
  look: Look;
  onTick: () => void;
  onOpen: () => void;
}

/** An article of the showcase: what it earned, and what it sells at. Pressed, it opens its page or is selected. */
export function ShowcaseRow({ row, currency, sort, most, ticked, look, onTick, onOpen }: Props) {
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
  const title = <span className="clamp">{name}</span>;
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
  const profit = <Profit amount={row.expectedProfit} currency={currency} />;
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
        <Cell look="end">{showsEarned(look) ? profit : <strong>{profit}</strong>}</Cell>
        <Cell look="end">
          <Margin of={row} />
        </Cell>
        {showsEarned(look) && <Earned row={row} currency={currency} most={most} />}
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
      {...(isListed
        ? {
            figure: <Result row={row} currency={currency} sort={sort} most={most} />,
            note: <Facts row={row} price={price} currency={currency} sort={sort} />,
            noteFigure: <ResultName row={row} sort={sort} />,
          }
        : { figure: price })}
    >
      {reason}
    </Item>
  );
}

/**
 * What an article sells at and how often it did, what its promotions cost, that it is sold at a loss, how often it was looked at
 * where nothing was sold or the rows are sorted by that, and how few are left.
 */
function Facts({
  row,
  price,
  currency,
  sort,
}: Pick<Props, 'row' | 'currency' | 'sort'> & { price: Children }) {
  const isSold = hasSold(row);
  const hasLoss = Number(row.expectedProfit) < 0;
  const clicks = !isSold || sort === 'clicks' ? row.clicks : null;
  return (
    <>
      {price}
      {hasFeature('earnings') && (
        <Fact>
          <span className={classes(isSold && 'ink')}>{soldText(row) || t('goods.no_sales')}</span>
        </Fact>
      )}
      <Fact>{adsText(row, currency)}</Fact>
      {hasLoss && (
        <Fact>
          {t('goods.margin')} <Margin of={row} />
        </Fact>
      )}
      {clicks !== null && <Fact>{tn('goods.clicks', clicks)}</Fact>}
      {isLow(row.stock) && (
        <Fact>
          <LowStock stock={row.stock} />
        </Fact>
      )}
    </>
  );
}

const Fact = ({ children }: { children: Children }) => children && <> · {children}</>;

const Margin = ({ of: { expectedProfit, sellingPrice } }: { of: ShowcaseItem }) => (
  <Amount tone={Number(expectedProfit) < 0 ? 'bad' : undefined}>
    {marginOf(expectedProfit, sellingPrice)}
  </Amount>
);

const isLow = (stock: number | undefined): stock is number => stock !== undefined && stock < few;

/** A bar is wider than a letter, and nearer to the dot before it. */
const apart = { marginInlineStart: '3px' };

/** How few pieces are left, as a bar that a few orders empty; in words, where no column is named so. */
const LowStock = ({ stock, children = stockText(stock) }: { stock: number; children?: string }) => (
  <span className="low" style={apart}>
    {stock > 0 && (
      <Meter label={t('goods.stock')} value={stock} max={few} text={stockText(stock)} tone="warn" />
    )}
    {children}
  </span>
);

/** Returns whether the table has room for what was earned, which is then its bold figure, as on a phone. */
const showsEarned = (look: Look) => look === 'wider' && hasFeature('earnings');

/** Returns the columns of the table of articles, those that rows can be sorted by with their address. */
export function showcaseColumns(filter: ShowcaseFilter, look: Look): Column[] {
  const { sort, status } = filter;
  const isWider = look === 'wider';
  const by = (name: NonNullable<ShowcaseFilter['sort']>) =>
    status === 'listed'
      ? {
          href: filterHref({ ...filter, sort: name }),
          now: sort === name ? ('descending' as const) : undefined,
        }
      : undefined;
  const end = (width: string) => ({ width: `minmax(${width}, 2fr)`, look: 'end' as const });
  const profit = end(isWider ? '5.5em' : '6.5em');
  return [
    { name: t('app.product'), width: 'minmax(0, 12fr)', sort: by('new') },
    { ...figureColumn(t('goods.price')), sort: by('price') },
    ...(isWider ? [figureColumn(t('stats.purchase_cost'))] : []),
    { name: t('stats.profit'), ...profit, sort: by('profit') },
    { name: t('goods.margin'), ...end('4em') },
    ...(showsEarned(look)
      ? [
          { name: t('earnings.sold_column'), ...end('4.75em') },
          { name: t('earnings.settled'), ...end('8em'), sort: by('earned') },
        ]
      : []),
    { name: t('goods.stock'), ...end('3.75em') },
    { name: t('stats.clicks'), ...end('4.75em'), sort: by('clicks') },
  ];
}

/** Returns whether an article that was taken off can be listed again. */
const canListAgain = ({ stock, unlistReason }: ShowcaseItem) =>
  stock !== 0 && !unrelistableReasons.has(unlistReason ?? '');

/** Reasons of removal that the merchant cannot undo. */
const unrelistableReasons = new Set(['policy', 'goods_withdrawn']);
