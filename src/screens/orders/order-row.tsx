import { canPay, type Order, type OrderFilter } from '../../data/orders.ts';
import { money, t } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { Item, type ItemProps } from '../../ui/item.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { Marked } from '../../ui/marked.tsx';
import type { Children, ListPosition } from '../../ui/props.ts';
import { SelectBox } from '../../ui/selection.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { isToPay, orderHref } from './list-filter.ts';
import { namesOf, quantityOf } from './order-names.ts';
import { OrderProfit } from './order-profit.tsx';
import { OrderState } from './order-state.tsx';
import { hasEnded, profitLabel } from './order-status.ts';
import { rowState } from './row-state.ts';

/** A table by its room: beside an order, alone, and with all columns. */
export type TableLook = 'beside' | 'wide' | 'wider';

interface OrderRowProps extends ListPosition {
  order: Order;
  /** The filter of the list that the row is in. */
  filter: OrderFilter;
  /** The server's time. */
  now: number | undefined;
  /** The row of a table, by its room. */
  look: TableLook | undefined;
  /** The order is shown beside the list. */
  current: boolean;
  /** Whether its box is ticked; undefined where the rows have none. */
  ticked: boolean | undefined;
  onTick: (order: Order) => void;
}

/** What a row has in either look. */
export interface RowParts {
  order: Order;
  lead: Pick<ItemProps, 'media' | 'title' | 'href' | 'label' | 'current'>;
  state: Children;
  when: Children;
  /** State and date on one line. */
  line: Children;
  profit: Children;
}

const OrderCells = lazy(() => import('./order-cells.tsx'), { waiting: () => <tr className="item" /> });

/**
 * One order of the list: the row leads to the order, which has its actions. Drawn again only for other props or texts, as
 * lists grow to thousands: signals memoise each component that reads one.
 */
export function OrderRow({ order, filter, now, look, current, ticked, onTick, ...position }: OrderRowProps) {
  const { id, no = id, items = [], amount, currency, buyerMasked, afterSale } = order;
  const label = [[namesOf(items), timesOf(order)].filter(Boolean).join(' '), no].filter(Boolean).join(', ');
  // Pressed anywhere while orders are selected, a row of a phone is ticked.
  const isPicked = ticked !== undefined && !look && canPay(order);
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
      <Thumb size={look ? 32 : 44} src={items[0]?.image} />
    </>
  );
  const title = <Bought order={order} />;
  const cover = isPicked ? {} : { href: orderHref(id, filter), label, current };
  const state = rowState(order, now);
  const line = <OrderState state={state} isCase={Boolean(afterSale)} />;
  const profit = <Profit order={order} />;
  if (look)
    return (
      <OrderCells
        order={order}
        look={look}
        toPay={isToPay(filter)}
        position={position}
        lead={{ media, title, ...cover }}
        state={<Marked tone={state.tone}>{state.name}</Marked>}
        when={
          state.left === undefined ? (
            state.when
          ) : (
            <Marked tone={state.tone} left={state.left}>
              {state.when}
            </Marked>
          )
        }
        line={line}
        profit={profit}
      />
    );
  return (
    <Item
      media={media}
      title={title}
      {...cover}
      figure={canPay(order) ? <ToPay order={order} /> : <Amount>{money(amount, currency)}</Amount>}
      note={
        <>
          {filter.keyword && buyerMasked && <bdi>{buyerMasked} · </bdi>}
          {line}
        </>
      }
      noteFigure={profit}
      position={position}
    />
  );
}

/** Returns how many there are of one product, where there are several. */
function timesOf(order: Order): string {
  const quantity = order.items && order.items.length > 1 ? 1 : (quantityOf(order) ?? 1);
  return quantity > 1 ? `× ${quantity}` : '';
}

/** What was bought: names are cut at the end of their line, and how many there are of one never is. */
function Bought({ order }: { order: Order }) {
  const { id, no = id, items = [] } = order;
  const times = timesOf(order);
  return (
    <span className="counted">
      <span className="clamp">{namesOf(items) || no}</span>
      {times && <Amount> {times}</Amount>}
    </span>
  );
}

/** What the merchant pays for an order, as the sum above the rows has it; the buyer's price is in the order. */
const ToPay = ({ order: { cost, currency } }: { order: Order }) => (
  <>
    <span className="sr">{t('orders.cost_row')} </span>
    <Amount>{money(cost, currency)}</Amount>
  </>
);

/** The profit behind its name for a screen reader; none of an order that has ended. */
function Profit({ order }: { order: Order }) {
  if (hasEnded(order)) return null;
  return (
    <span className="ink">
      <span className="sr">{profitLabel(order)} </span>
      <OrderProfit order={order} />
    </span>
  );
}
