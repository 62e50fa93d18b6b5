import { useId } from 'react';
import type { ShowcaseItem } from '../../data/showcase.ts';
import { inline, money } from '../../lang/format.ts';
import { t, tn } from '../../lang/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { Profit } from './profit.tsx';

interface Props {
  row: ShowcaseItem;
  currency: string | undefined;
  /** Undefined while nothing is being selected. */
  picked: boolean | undefined;
  onPick: () => void;
  onOpen: () => void;
}

/** An article of the showcase: what it sells at and what is left of that. Pressed, it opens or is selected. */
export function ShowcaseRow({ row, currency, picked, onPick, onOpen }: Props) {
  const id = useId();
  const { name, image, clicks, cost, stock, unlistReason, status } = row;
  const isListed = status === 'listed';
  const selects = isListed && picked !== undefined;
  const opens = picked === undefined && (isListed || canList(row));
  const facts = [
    clicks !== undefined && tn('goods.clicks', clicks),
    cost && t('goods.cost_line', { cost: inline(money(cost, currency)) }),
    stock === 0 && t('goods.out_of_stock'),
  ];
  return (
    <Item
      media={
        <span className="picked">
          <Thumb src={image} size={52} />
          {selects && (
            <input
              id={id}
              type="checkbox"
              checked={picked}
              onChange={onPick}
              aria-label={t('goods.select_named', { name })}
            />
          )}
        </span>
      }
      title={
        selects ? (
          <label className="cover clamp" htmlFor={id}>
            {name}
          </label>
        ) : (
          <span className="clamp">{name}</span>
        )
      }
      figure={<Amount>{money(row.sellingPrice, currency)}</Amount>}
      note={facts.filter(Boolean).join(' · ')}
      noteFigure={<Profit amount={row.expectedProfit} currency={currency} />}
      onPress={opens ? onOpen : undefined}
      label={opens && !isListed ? `${t('goods.list_again')}, ${name}` : undefined}
    >
      {unlistReason && <p className="small muted">{t(`goods.unlist_${unlistReason}`)}</p>}
    </Item>
  );
}

/** Returns whether an article that was taken off can be listed again. */
const canList = ({ stock, unlistReason }: ShowcaseItem) =>
  stock !== 0 && !unrelistableReasons.has(unlistReason ?? '');

/** Reasons of removal that the merchant cannot undo. */
const unrelistableReasons = new Set(['policy', 'goods_withdrawn']);
