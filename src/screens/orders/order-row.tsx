import { canPay, type Order, type OrderFilter, type OrderSort } from '../../data/orders.ts';
import { date, inline, money, shortNo, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';
import type { ListPosition } from '../../ui/props.ts';
import { Cell, type Column, figureColumn, LeadCell, TableRow } from '../../ui/table.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { orderHref } from './list-filter.ts';
import { nextStepText, orderTone, statusLine, statusOrCaseText } from './next-step.ts';
import { countOf, namesOf, piecesOf } from './order-names.ts';
import { OrderProfit } from './order-profit.tsx';
import { hasEnded, isEstimate, profitLabel, sinceOf } from './order-status.ts';
import { PayButton } from './pay-button.tsx';
import { OrderBox } from './select-orders.tsx';

interface RowProps {
  order: Order;
  onPay: (order: Order) => void;
}

interface OrderRowProps extends RowProps, ListPosition {
  /** The filter of the list that the row is in. */
  filter: OrderFilter;
  /** The row of a table, and of one with room for what the buyer paid. */
  look: 'wide' | 'wider' | undefined;
  /** The order is shown beside the list. */
  current: boolean;
  /** Whether its box is ticked; undefined where the rows have none. */
  ticked: boolean | undefined;
  onTick: (id: string) => void;
}

/**
 * One order of the list: the row leads to the order, and has the one action that is wanted now. Drawn again only for other
 * props or texts, as lists grow to thousands: signals memoise each component that reads one.
 */
export function OrderRow({
  order,
  filter,
  look,
  current,
  ticked,
  onTick,
  onPay,
  ...position
}: OrderRowProps) {
  const { id, no = id, items = [], amount, currency } = order;
  const label = `${namesOf(items)}, ${no}`;
  // Pressed anywhere while orders are selected, a row of a phone is ticked.
  const isPicked = ticked !== undefined && !look && canPay(order);
  const cover = isPicked ? {} : { href: orderHref(id, filter), label, current };
  const name = <span className="clamp">{namesOf(items)}</span>;
  const thumb = (
    <>
      {ticked !== undefined && (
        <OrderBox order={order} name={label} isTicked={ticked} covers={isPicked} onTick={onTick} />
      )}
      <Thumb size={look ? 40 : 48} src={items[0]?.image} />
    </>
  );
  if (look)
    return (
      <TableRow position={position}>
        <LeadCell media={thumb} title={name} {...cover}>
          {look === 'wide' && <p className="small muted">{order.buyerMasked}</p>}
        </LeadCell>
        <Cell look="end">
          <Amount>{countOf(order)}</Amount>
        </Cell>
        <Cell look="small">
          <Code>{shortNo(no)}</Code>
          <p className="muted">{date(order.createdAt)}</p>
        </Cell>
        <Cell look="small">
          <span className="dot" data-tone={orderTone(order)}>
            {statusOrCaseText(order)}
          </span>
          <p className="muted">{nextStepText(order)}</p>
        </Cell>
        {look === 'wider' && (
          <>
            <Cell look="small">{date(sinceOf(order))}</Cell>
            <Cell look="small">
              <bdi>{order.buyerMasked}</bdi>
              {order.trackingNo && (
                <p className="muted">
                  <Code>{order.trackingNo}</Code>
                </p>
              )}
            </Cell>
            <Cell look="end">
              <Amount>{money(amount, currency)}</Amount>
            </Cell>
          </>
        )}
        <Cell look="end">
          <strong>
            <Profit order={order} />
          </strong>
          {isEstimate(order) && (
            <p className="small muted" aria-hidden="true">
              {t('orders.expected')}
            </p>
          )}
        </Cell>
        <Cell look="end">
          <Action order={order} onPay={onPay} />
        </Cell>
      </TableRow>
    );
  return (
    <Item
      media={thumb}
      title={name}
      {...cover}
      figure={<Amount>{money(amount, currency)}</Amount>}
      note={<Note order={order} buyer={filter.keyword && order.buyerMasked} />}
      noteFigure={
        <>
          {hasEnded(order) || (
            <span aria-hidden="true">{t(isEstimate(order) ? 'orders.expected' : 'stats.profit')} </span>
          )}
          <span className="ink">
            <Profit order={order} />
          </span>
        </>
      }
      position={position}
    >
      <div className="line small">
        <span className="dot" data-tone={orderTone(order)}>
          {statusLine(order)}
        </span>
        {isPicked || <Action order={order} onPay={onPay} />}
      </div>
    </Item>
  );
}

type SortHref = (sort: OrderSort) => string;

/**
 * Returns the columns of the table of orders; with since when it is so, who gets it by which parcel, and what the buyer
 * paid, where there is room for it. `sortHref` is left out where the server sorts in one way.
 */
export function orderColumns(isWider: boolean, sort: OrderFilter['sort'], sortHref?: SortHref): Column[] {
  const sortBy = (name: OrderSort, now: 'ascending' | 'descending') =>
    sortHref && { href: sortHref(name), now: sort === name ? now : undefined };
  return [
    { name: t('orders.goods'), width: 'minmax(0, 5fr)' },
    { name: t('orders.quantity'), width: '3em', look: 'end' },
    { name: t('orders.title_one'), width: '6em', sort: sortBy('newest', 'descending') },
    // Its least room is that of the longest word of a state, in French, beside its dot.
    { name: t('orders.statuses'), width: 'minmax(7.5em, 4fr)', sort: sortBy('actBy', 'ascending') },
    ...(isWider
      ? [
          { name: t('orders.since'), width: '4.5em' },
          { name: t('orders.destination'), width: 'minmax(0, 3fr)' },
          figureColumn(t('orders.buyer_paid')),
        ]
      : []),
    figureColumn(t('stats.profit')),
    { name: t('orders.action'), width: '7.5em', look: 'unseen' },
  ];
}

/** The number of items, in a search the buyer, and the end of the order's number, by which orders of a day differ. */
function Note({ order, buyer }: { order: Order; buyer?: string | undefined }) {
  const { id, no = id } = order;
  return (
    <>
      {buyer ? <bdi>{buyer}</bdi> : piecesOf(order)} · <Code>{shortNo(no)}</Code>
    </>
  );
}

/** The profit behind its name for a screen reader. */
function Profit({ order }: { order: Order }) {
  if (hasEnded(order)) return null;
  return (
    <>
      <span className="sr">{profitLabel(order)}</span> <OrderProfit order={order} />
    </>
  );
}

/** What the server allows now and is most likely wanted; actions of one name differ by the order's number. */
function Action({ order, onPay }: RowProps) {
  const { id, no = id, status, afterSale, allowedActions, cost, currency } = order;
  const link = (href: string, label: string) => (
    <a className="hit" href={href} aria-label={`${label}, ${no}`}>
      {label}
    </a>
  );
  if (canPay(order)) {
    const label = t('orders.pay', { total: inline(money(cost, currency)) });
    return (
      <PayButton kind="soft" label={label} aria-label={`${label}, ${no}`} onClick={() => onPay(order)} />
    );
  }
  if (afterSale) return link(paths.afterSale.href({ id: afterSale.caseId }), t('orders.case.open'));
  return status === 'shipped' && allowedActions.includes('logistics')
    ? link(paths.logistics.href({ id }), t('orders.track'))
    : null;
}
