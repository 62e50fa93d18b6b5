import { canPay, type Order, type OrderFilter } from '../../data/orders.ts';
import { t } from '../../lang/index.ts';
import { Item, type ItemProps } from '../../ui/item.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { boughtIn, recipientOf } from '../../ui/order-names.ts';
import type { Children, ListPosition } from '../../ui/props.ts';
import { SelectBox } from '../../ui/selection.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { orderHref } from './list-filter.ts';
import { besideProfit, RowProfit } from './order-profit.tsx';
import { OrderState } from './order-state.tsx';
import { hasEnded } from './order-status.ts';
import { rowState } from './row-state.ts';

interface OrderRowProps extends ListPosition {
  order: Order;
  /** The filter of the list that the row is in. */
  filter: OrderFilter;
  /** The filter of the group that the row is in: it decides about the columns. */
  shown: OrderFilter;
  /** The server's time. */
  now: number | undefined;
  isTable: boolean;
  /** Whether its box is ticked; undefined where the rows have none. */
  ticked: boolean | undefined;
  onTick: (order: Order) => void;
}

/** What a row has in the table, too. */
export interface RowParts extends Pick<OrderRowProps, 'order' | 'filter' | 'shown'> {
  lead: Pick<ItemProps, 'media' | 'title' | 'href' | 'label'>;
  /** State and date on one line. */
  line: Children;
}

const OrderCells = lazy(() => import('./order-cells.tsx'), { waiting: () => <tr className="item" /> });

/**
 * One order of the list: the row leads to the order, which has its actions. Drawn again only for other props or texts, as
 * lists grow to thousands: signals memoise each component that reads one.
 */
export function OrderRow({ order, filter, shown, now, isTable, ticked, onTick, ...position }: OrderRowProps) {
  const { id, no = id, items = [], buyerMasked, afterSale } = order;
  const bought = boughtIn(order);
  const label = [bought, no].filter(Boolean).join(', ');
  // Pressed anywhere while orders are selected, a row of a phone is ticked.
  const isPicked = ticked !== undefined && !isTable && canPay(order);
  const media = (
    <>
      {ticked !== undefined &&
        (canPay(order) ? (
          <SelectBox
            label={t('orders.select_named', { name: label })}
            isTicked={ticked}
            covers={isPicked}
            onTick={() => onTick(order)}
          />
        ) : (
          <span className="box" />
        ))}
      <Thumb size={isTable ? 32 : 44} src={items[0]?.image} />
    </>
  );
  const title = <span className="clamp">{bought || no}</span>;
  const cover = isPicked ? {} : { href: orderHref(id, filter), label };
  const line = (
    <OrderState
      state={rowState(order, now)}
      isCase={Boolean(afterSale)}
      stake={isTable && afterSale && !hasEnded(order) ? t('orders.part.at_stake') : undefined}
    />
  );
  if (isTable)
    return (
      <OrderCells
        order={order}
        position={position}
        lead={{ media, title, ...cover }}
        line={line}
        filter={filter}
        shown={shown}
      />
    );
  return (
    <Item
      media={media}
      title={title}
      {...cover}
      figure={
        !hasEnded(order) && (
          <>
            <span className="sr">{t('stats.profit')} </span>
            <RowProfit order={order} />
          </>
        )
      }
      note={
        <>
          {filter.keyword && buyerMasked && `${recipientOf(buyerMasked)} · `}
          {line}
        </>
      }
      noteFigure={
        !hasEnded(order) && (besideProfit(order) ?? <span aria-hidden="true">{t('stats.profit')}</span>)
      }
      position={position}
    />
  );
}
