import { hasFeature } from '../../data/session.ts';
import type { ShowcaseFilter, ShowcaseItem } from '../../data/showcase.ts';
import { inline, money, number, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { classes } from '../../ui/classes.ts';
import { GoodsName } from '../../ui/goods-name.tsx';
import { Item } from '../../ui/item.tsx';
import { Meter } from '../../ui/meter.tsx';
import type { Children } from '../../ui/props.ts';
import { SelectBox } from '../../ui/selection.tsx';
import { ShareBar } from '../../ui/share-bar.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { soldText } from '../../ui/sold-text.ts';
import { Cell, type Column, figureColumn, LeadCell, TableRow } from '../../ui/table.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { marginOf, NamedProfit, Profit } from './profit.tsx';
import { filterHref } from './showcase-tools.tsx';
import { few, stockText } from './stock.ts';

/** The row of a table, and of one with room for its cost and what was earned. */
export type Look = 'wide' | 'wider' | undefined;

interface Props {
  row: ShowcaseItem;
  currency: string | undefined;
  /** What the rows are sorted by. */
  sort: ShowcaseFilter['sort'];
  /** What the row with the most earned or lost. */
  most: number;
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
        <Cell look="end">
          <strong>{profit}</strong>
        </Cell>
        <Cell look="end">
          <Margin of={row} />
        </Cell>
        {look === 'wider' && hasFeature('earnings') && <Earned row={row} currency={currency} most={most} />}
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
            figure: <Result row={row} currency={currency} />,
            note: <Facts row={row} price={price} />,
            noteFigure: <Share row={row} sort={sort} most={most} />,
          }
        : { figure: price })}
    >
      {reason}
    </Item>
  );
}

/** What an article sells at and how often it did, that this is a loss, and how few are left. */
function Facts({ row, price }: Pick<Props, 'row'> & { price: Children }) {
  return (
    <>
      {price}
      {hasFeature('earnings') && (
        <>
          {' · '}
          <span className={classes(hasSold(row) && 'ink')}>{soldText(row) || t('goods.no_sales')}</span>
        </>
      )}
      {Number(row.expectedProfit) < 0 && (
        <>
          {' · '}
          {t('goods.margin')} <Margin of={row} />
        </>
      )}
      {isLow(row.stock) && (
        <>
          {' · '}
          <LowStock stock={row.stock} />
        </>
      )}
    </>
  );
}

const Margin = ({ of: { expectedProfit, sellingPrice } }: { of: ShowcaseItem }) => (
  <Amount tone={Number(expectedProfit) < 0 ? 'bad' : undefined}>
    {marginOf(expectedProfit, sellingPrice)}
  </Amount>
);

const hasSold = ({ sold = 0, returned = 0 }: ShowcaseItem) => sold > 0 || returned > 0;
const hasResult = (row: ShowcaseItem) => hasSold(row) || Boolean(Number(row.earned));

/** What is settled of the sales of an article, or what it would earn where a server does not count that. */
function Result({ row, currency }: Pick<Props, 'row' | 'currency'>) {
  if (!hasFeature('earnings')) return <NamedProfit amount={row.expectedProfit} currency={currency} />;
  return hasResult(row) && <Settled amount={row.earned} currency={currency} />;
}

/** Draws what is settled beside the row with the most, named where the sort does not name it; or how often it was looked at. */
function Share({ row, sort, most }: Pick<Props, 'row' | 'sort' | 'most'>) {
  if (!hasFeature('earnings') || !hasResult(row)) return tn('goods.clicks', row.clicks);
  return (
    <>
      <span className={classes(sort === 'earned' && 'sr')}>{t('earnings.settled')}</span>
      <ShareBar of={row.earned} most={most} />
    </>
  );
}

/** Green where something came in, red where it was lost. */
const Settled = ({ amount, currency }: { amount: string; currency: string | undefined }) => (
  <SignedProfit amount={amount} currency={currency} tone={Number(amount) > 0 ? 'good' : undefined} />
);

/** What was sold, came back, and is settled of that, beside the row with the most. */
function Earned({ row, currency, most }: Pick<Props, 'row' | 'currency' | 'most'>) {
  const { sold, returned, earned } = row;
  if (!hasResult(row))
    return (
      <>
        <Cell look="end">
          <span className="small muted">{t('goods.no_sales')}</span>
        </Cell>
        <Cell />
      </>
    );
  return (
    <>
      <Cell look="end">
        <Amount>{number(sold)}</Amount>
        {Boolean(returned) && <span className="small muted"> · {tn('earnings.returned', returned)}</span>}
      </Cell>
      <Cell look="end">
        <Settled amount={earned} currency={currency} />
        <ShareBar of={earned} most={most} />
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
  const { sort, status } = filter;
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
          { ...figureColumn(t('earnings.settled')), sort: by('earned') },
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
