import type { Order } from '../../data/orders.ts';
import { dateTime, isolateText } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { caseText } from './deadline.ts';
import { OrderTitle } from './order-title.tsx';
import { isKnownStatus } from './status-badge.tsx';

/** Returns the case of an order, open or closed, or its claim; undefined where there is neither. */
const caseOfOrder = ({ id, lastCaseId, afterSale, claim }: Order) =>
  afterSale?.caseId ?? lastCaseId ?? (claim ? id : undefined);

/** Links to more about an order. */
function OrderLinks({ order }: { order: Order }) {
  const caseId = caseOfOrder(order);
  const comments = order.allowedActions.includes('comment');
  if (!caseId && !comments) return null;
  return (
    <div className="row tight wrap">
      {caseId && (
        <LinkButton href={paths.afterSale.href({ id: caseId })}>
          {order.afterSale ? t('orders.case.open') : t('orders.case.all')}
        </LinkButton>
      )}
      {comments && (
        <LinkButton href={paths.orderComment.href({ id: order.id })}>{t('orders.comment.title')}</LinkButton>
      )}
    </div>
  );
}

/** Number, status, and what happens next and by when, as text. */
export function OrderState({ order }: { order: Order }) {
  const { afterSale, remark } = order;
  return (
    <section className="card stack tight wide">
      <OrderTitle order={order} />
      {isKnownStatus(order.status) && <p>{nextOf(order)}</p>}
      {afterSale && (
        <Note tone="warn">
          <p>{caseText(order)}</p>
          {afterSale.reason && <p>{t('orders.case_reason', { reason: isolateText(afterSale.reason) })}</p>}
        </Note>
      )}
      {remark && (
        <p className="small muted">
          {t('orders.remark')}: <bdi>{remark}</bdi>
        </p>
      )}
      <OrderLinks order={order} />
    </section>
  );
}

/** Returns the date that the sentence of a status names; the date of an open case is another one. */
const dateOf: Partial<Record<Order['status'], (order: Order) => string | null | undefined>> = {
  pending_payment: ({ payBy, actBy }) => payBy ?? actBy,
  to_be_accepted: ({ autoAcceptAt }) => autoAcceptAt,
  pending_settlement: ({ settleAt }) => settleAt,
  waiting_for_withdrawal: ({ releaseAt }) => releaseAt,
};

/** Returns a sentence that names a date only where the server sent the date. */
function nextOf(order: Order): string {
  const { status, endReason } = order;
  const dated = dateOf[status];
  const at = dated?.(order);
  const next = at || !dated ? t(`orders.next.${status}`, { at: dateTime(at) }) : '';
  return endReason ? `${t(`orders.end.${endReason}`)} ${next}` : next;
}
