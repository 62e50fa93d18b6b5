import { memo } from 'react';
import type { Order } from '../../data/orders.ts';
import { inline, money, signedMoney } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';
import type { ListPosition } from '../../ui/long-list.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { namesOf, piecesOf } from './order-names.ts';
import { hasEnded, isSettled, profitLabel } from './order-status.ts';
import { PayButton } from './pay-button.tsx';
import { stateText, toneOf } from './state-text.ts';

interface RowProps {
  order: Order;
  onPay: (order: Order) => void;
}

/**
 * One order of the list: the row leads to the order, and has the one action that is wanted now. Memoised, as lists grow
 * to thousands.
 */
export const OrderRow = memo(OrderRowContent);

function OrderRowContent({ order, onPay, ...position }: RowProps & ListPosition) {
  const { id, no = id, items = [], amount, currency } = order;
  return (
    <Item
      media={<Thumb size={48} src={items[0]?.image} />}
      title={<span className="clamp">{namesOf(items)}</span>}
      label={`${namesOf(items)}, ${no}`}
      figure={<Amount>{money(amount, currency)}</Amount>}
      note={<Note order={order} />}
      noteFigure={<Profit order={order} />}
      href={paths.order.href({ id })}
      position={position}
    >
      <div className="line small">
        <span className="dot" data-tone={toneOf(order)}>
          {stateText(order)}
        </span>
        <Action order={order} onPay={onPay} />
      </div>
    </Item>
  );
}

/** The number of items, and the end of the order's number, by which orders of a day differ; the order has all of it. */
function Note({ order }: { order: Order }) {
  const { id, no = id } = order;
  return (
    <>
      {piecesOf(order)} · <Code>{no.split('-').at(-1)}</Code>
    </>
  );
}

/** Green only where it was earned. */
function Profit({ order }: { order: Order }) {
  if (hasEnded(order)) return null;
  return (
    <>
      <span className="sr">{profitLabel(order)}</span>{' '}
      <Amount tone={isSettled(order) ? 'good' : undefined}>
        {signedMoney(order.expectedProfit, order.currency)}
      </Amount>
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
  if (allowedActions.includes('pay')) {
    const label = t('orders.pay', { total: inline(money(cost, currency)) });
    return <PayButton label={label} aria-label={`${label}, ${no}`} onClick={() => onPay(order)} />;
  }
  if (afterSale) return link(paths.afterSale.href({ id: afterSale.caseId }), t('orders.case.open'));
  const isTracked = status === 'shipped' || status === 'to_be_accepted';
  return isTracked && allowedActions.includes('logistics')
    ? link(paths.logistics.href({ id }), t('orders.track'))
    : null;
}
