import { canPay, type Order, type OrderFilter } from '../../data/orders.ts';
import { money, t } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { Item, type ItemProps } from '../../ui/item.tsx';
import { lazy } from '../../ui/lazy.tsx';
import type { Children, ListPosition } from '../../ui/props.ts';
import { SelectBox } from '../../ui/selection.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { isToPay, orderHref } from './list-filter.ts';
import { namesOf, quantityOf, recipientOf } from './order-names.ts';
import { OrderProfit } from './order-profit.tsx';
import { OrderState } from './order-state.tsx';
import { hasEnded, isEarned } from './order-status.ts';
import { rowState } from './row-state.ts';

interface OrderRowProps extends ListPosition {
  order: Order;
  /** The filter of the list that the row is in. */
  filter: OrderFilter;
  /** The server's time. */
  now: number | undefined;
  isTable: boolean;
  /** Whether its box is ticked; undefined where the rows have none. */
  ticked: boolean | undefined;
  onTick: (order: Order) => void;
}

/** What a row has in the table, too. */
export interface RowParts {
  order: Order;
  lead: Pick<ItemProps, 'media' | 'title' | 'href' | 'label'>;
  /** State and date on one line. */
  line: Children;
  figure: Children;
  /** Says that an amount is at stake. */
  stake: string | undefined;
  filter: OrderFilter;
}

const OrderCells = lazy(() => import('./order-cells.tsx'), { waiting: () => <tr className="item" /> });

/**
 * One order of the list: the row leads to the order, which has its actions. Drawn again only for other props or texts, as
 * lists grow to thousands: signals memoise each component that reads one.
 */
export function OrderRow({ order, filter, now, isTable, ticked, onTick, ...position }: OrderRowProps) {
  const { id, no = id, items = [], buyerMasked, afterSale } = order;
  const label = [[namesOf(items), timesOf(order)].filter(Boolean).join(' '), no].filter(Boolean).join(', ');
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
  const title = <Bought order={order} />;
  const cover = isPicked ? {} : { href: orderHref(id, filter), label };
  const line = <OrderState state={rowState(order, now)} isCase={Boolean(afterSale)} />;
  const isIncoming = !canPay(order) || (isTable && !isToPay(filter));
  const figure = <Figure order={order} isIncoming={isIncoming} isMixed={!isTable} />;
  const stake = afterSale ? t('orders.part.at_stake') : undefined;
  if (isTable)
    return (
      <OrderCells
        order={order}
        position={position}
        lead={{ media, title, ...cover }}
        line={line}
        figure={figure}
        stake={stake}
        filter={filter}
      />
    );
  return (
    <Item
      media={media}
      title={title}
      {...cover}
      figure={figure}
      note={
        <>
          {filter.keyword && buyerMasked && `${recipientOf(buyerMasked)} · `}
          {line}
        </>
      }
      noteFigure={stake ?? <FigureName order={order} />}
      position={position}
    />
  );
}

/** Returns how many there are of one product, where there are several. */
function timesOf(order: Order): string {
  const quantity = order.items && order.items.length > 1 ? 1 : (quantityOf(order) ?? 1);
  return quantity > 1 ? `×\u00a0${quantity}` : '';
}

/** What was bought: names are cut at the end of their line, and how many there are of one never is. */
function Bought({ order }: { order: Order }) {
  const { id, no = id, items = [] } = order;
  const times = timesOf(order);
  return (
    <span className="counted">
      <span className="clamp">{namesOf(items) || no}</span>
      {times && <span> {times}</span>}
    </span>
  );
}

interface FigureProps {
  order: Order;
  isIncoming: boolean;
  /** Beside figures of other kinds: a phone's list has no columns with names. */
  isMixed: boolean;
}

/**
 * The one amount of a row: what the merchant has to pay, unless its column is of what arrives, with a minus where it is mixed
 * with that; then, with a plus, what arrives in the balance, as the wallet counts it; while a case is open the same amount
 * without a sign, as it is at stake. None of an order that has ended.
 */
function Figure({ order, isIncoming, isMixed }: FigureProps) {
  const { cost, amount, net, currency, afterSale } = order;
  if (hasEnded(order)) return null;
  return (
    <>
      <span className="sr">{t(isIncoming ? 'orders.you_get' : 'orders.cost_row')} </span>
      {isIncoming && net && !afterSale ? (
        <SignedProfit amount={net} currency={currency} tone={isEarned(order) ? 'good' : undefined} />
      ) : (
        <Amount>{money(isIncoming ? (net ?? amount) : isMixed ? `-${cost}` : cost, currency)}</Amount>
      )}
    </>
  );
}

/** Names the figure of a row, as lists mix them: what arrives, which readers have before it; else the profit beside it. */
function FigureName({ order }: { order: Order }) {
  if (hasEnded(order)) return null;
  if (!canPay(order) && !isEarned(order)) return <span aria-hidden="true">{t('orders.you_get')}</span>;
  return (
    <>
      {t('stats.profit')} <OrderProfit order={order} />
    </>
  );
}
