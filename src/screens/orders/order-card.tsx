import { memo } from 'react';
import type { Order } from '../../data/orders.ts';
import { dateTime, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { LinkButton } from '../../ui/button.tsx';
import type { ListPosition } from '../../ui/long-list.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Thumbs } from '../../ui/thumb.tsx';
import { deadlineOf, isMerchantsTurn } from './deadline.ts';
import { namesOf, piecesOf } from './order-names.ts';
import { hasEnded, isSettled } from './order-status.ts';
import { OrderTitle } from './order-title.tsx';
import { PayButton } from './pay-button.tsx';

interface NextLink {
  label: string;
  href: string;
}

/** Returns the link about an order that is most likely wanted now. */
function nextLink({ id, status, afterSale, allowedActions }: Order): NextLink | undefined {
  const allows = (action: Order['allowedActions'][number]) => allowedActions.includes(action);
  if (afterSale)
    return { label: t('orders.case.open'), href: paths.afterSale.href({ id: afterSale.caseId }) };
  const isTracked = status === 'shipped' || status === 'to_be_accepted';
  if (isTracked && allows('logistics'))
    return { label: t('orders.track'), href: paths.logistics.href({ id }) };
  return allows('comment')
    ? { label: t('orders.comment.title'), href: paths.orderComment.href({ id }) }
    : undefined;
}

interface CardProps {
  order: Order;
  onPay: (order: Order) => void;
}

/** Aligns the buttons of two cards side by side. */
const column = { display: 'flex', flexDirection: 'column' };

/** One order of the list. */
export function OrderCard({ order, onPay, position }: CardProps & { position?: ListPosition }) {
  return (
    <li className="card stack tight" style={column} {...position}>
      <MemoizedContent order={order} onPay={onPay} />
    </li>
  );
}

/**
 * Memoised, as lists grow to thousands. A memoised element in place of a memoised component would keep the list of that
 * time alive, and all rows that have gone since.
 */
const MemoizedContent = memo(OrderCardContent);

function OrderCardContent({ order, onPay }: CardProps) {
  const deadline = deadlineOf(order);
  return (
    <>
      <OrderTitle order={order} />
      <div className="row">
        <Thumbs photos={(order.items ?? []).map((item) => item.image)} />
        <div className="grow">
          <p style={threeLines}>{namesOf(order.items)}</p>
          <p className="small muted">
            {[piecesOf(order), order.createdAt && dateTime(order.createdAt)].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <Figures order={order} />
      {deadline && (
        <p className={isMerchantsTurn(order) ? 'small tone' : 'small muted'} data-tone="warn">
          {deadline}
        </p>
      )}
      <Actions order={order} onPay={onPay} />
    </>
  );
}

/** Long names are shown in full on the order's own screen. */
const threeLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
};

function Figures({ order }: { order: Order }) {
  return (
    <div className="cells rule">
      <Stat label={t('orders.sale_amount')}>
        <Amount>{money(order.amount, order.currency)}</Amount>
      </Stat>
      <Stat label={t('orders.purchase_cost')}>
        <Amount>{money(order.cost, order.currency)}</Amount>
      </Stat>
      <Stat label={isSettled(order) || hasEnded(order) ? t('orders.profit') : t('orders.profit_estimated')}>
        <Amount>{money(order.expectedProfit, order.currency)}</Amount>
      </Stat>
    </div>
  );
}

/** The actions the server allows now; several links of one name differ by the order's number. */
function Actions({ order, onPay }: CardProps) {
  const named = (label: string) => ({ 'aria-label': `${label}, ${order.no ?? order.id}`, children: label });
  const next = nextLink(order);
  return (
    <div className="row tight" style={{ marginBlockStart: 'auto' }}>
      <LinkButton
        className={next || order.allowedActions.includes('pay') ? undefined : 'grow'}
        href={paths.order.href({ id: order.id })}
        {...named(t('orders.details'))}
      />
      {next && <LinkButton className="grow" href={next.href} {...named(next.label)} />}
      {order.allowedActions.includes('pay') && (
        <PayButton className="grow" onClick={() => onPay(order)} {...named(t('orders.pay_cost'))} />
      )}
    </div>
  );
}
