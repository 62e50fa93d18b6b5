import { useId } from 'react';
import type { ShowcaseItem } from '../../data/showcase.ts';
import { inline, money, number, t } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';
import { soldText } from '../../ui/sold-text.ts';
import { Cell, type Column, figureColumn, LeadCell, TableRow } from '../../ui/table.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { NamedProfit, Profit } from './profit.tsx';
import { few, stockText } from './stock.ts';

interface Props {
  row: ShowcaseItem;
  currency: string | undefined;
  /** Undefined while nothing is being selected. */
  picked: boolean | undefined;
  /** The row of a table. */
  look: 'wide' | undefined;
  onPick: () => void;
  onOpen: () => void;
}

/** An article of the showcase: what it sells at and what is left of that. Pressed, it opens or is selected. */
export function ShowcaseRow({ row, currency, picked, look, onPick, onOpen }: Props) {
  const id = useId();
  const { name, image, clicks, cost, stock, unlistReason, status } = row;
  const isListed = status === 'listed';
  const selects = isListed && picked !== undefined;
  const opens = picked === undefined && (isListed || canList(row));
  const cover = {
    onPress: opens ? onOpen : undefined,
    label: opens && !isListed ? `${t('goods.list_again')}, ${name}` : undefined,
  };
  const media = (
    <span className="picked">
      {selects && (
        <input
          id={id}
          type="checkbox"
          checked={picked}
          onChange={onPick}
          aria-label={t('goods.select_named', { name })}
        />
      )}
      <Thumb src={image} size={look ? 40 : 52} />
    </span>
  );
  const title = selects ? (
    <label className="cover clamp" htmlFor={id}>
      {name}
    </label>
  ) : (
    <span className="clamp">{name}</span>
  );
  const reason = unlistReason && (
    <>
      <p className="small muted">{t(`goods.unlist_${unlistReason}`)}</p>
      {row.keepMarginPrice && (
        <p className="small">
          {t('goods.keep_margin', { price: inline(money(row.keepMarginPrice, currency)) })}
        </p>
      )}
    </>
  );
  const price = <Amount>{money(row.sellingPrice, currency)}</Amount>;
  const profit = { amount: row.expectedProfit, currency };
  if (look)
    return (
      <TableRow>
        <LeadCell media={media} title={title} {...cover}>
          {reason}
        </LeadCell>
        <Cell look="end">{price}</Cell>
        <Cell look="end">
          <Amount>{money(cost, currency)}</Amount>
        </Cell>
        <Cell look="end">
          <strong>
            <Profit {...profit} />
          </strong>
        </Cell>
        <Cell look="end">{stock === 0 ? stockText(stock) : <Amount>{number(stock)}</Amount>}</Cell>
        <Cell look="end">
          <Amount>{number(clicks)}</Amount>
        </Cell>
      </TableRow>
    );
  const facts = [
    soldText(row),
    cost && t('goods.cost_line', { cost: inline(money(cost, currency)) }),
    stock !== undefined && stock < few && stockText(stock),
  ];
  return (
    <Item
      media={media}
      title={title}
      {...cover}
      figure={price}
      note={facts.filter(Boolean).join(' · ')}
      noteFigure={<NamedProfit {...profit} />}
    >
      {reason}
    </Item>
  );
}

/** Returns the columns of the table of articles. */
export const showcaseColumns = (): Column[] => [
  { name: t('app.product'), width: 'minmax(0, 5fr)' },
  ...[t('goods.price'), t('stats.purchase_cost'), t('stats.profit')].map(figureColumn),
  { name: t('goods.stock'), width: 'minmax(4em, 2fr)', look: 'end' },
  { name: t('stats.clicks'), width: 'minmax(4em, 2fr)', look: 'end' },
];

/** Returns whether an article that was taken off can be listed again. */
const canList = ({ stock, unlistReason }: ShowcaseItem) =>
  stock !== 0 && !unrelistableReasons.has(unlistReason ?? '');

/** Reasons of removal that the merchant cannot undo. */
const unrelistableReasons = new Set(['policy', 'goods_withdrawn']);
