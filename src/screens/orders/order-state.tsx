import type { Order } from '../../data/orders.ts';
import { dateTime, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Note } from '../../ui/note.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderLinks } from './order-links.tsx';
import { isKnownStatus } from './status-badge.tsx';

/** Number, status, and what happens next and by when, in words. */
export function OrderState({ order }: { order: Order }) {
  const { afterSale, remark } = order;
  return (
    <section className="card stack tight wide">
      <OrderHead order={order} />
      {isKnownStatus(order.status) && <p>{nextOf(order)}</p>}
      {afterSale && (
        <Note tone="warn">
          <p>{t('orders.case_open', { at: weekDate(afterSale.since) })}</p>
          {afterSale.reason && <p>{t('orders.case_reason', { reason: afterSale.reason })}</p>}
        </Note>
      )}
      {remark && (
        <p className="small muted">
          {t('orders.remark')}: {remark}
        </p>
      )}
      <OrderLinks order={order} />
    </section>
  );
}

/** The date that the sentence of a status names; an open case has a date of its own, which is none of these. */
const dateOf: Partial<Record<Order['status'], (order: Order) => string | null | undefined>> = {
  pending_payment: ({ payBy, actBy }) => payBy ?? actBy,
  to_be_accepted: ({ autoAcceptAt }) => autoAcceptAt,
  pending_settlement: ({ settleAt }) => settleAt,
  waiting_for_withdrawal: ({ releaseAt }) => releaseAt,
};

/** A sentence that names a date is only said where the server gave the date. */
function nextOf(order: Order): string {
  const { status, endReason } = order;
  const dated = dateOf[status];
  const at = dated?.(order);
  const next = at || !dated ? t(`orders.next.${status}`, { at: dateTime(at) }) : '';
  return endReason ? `${t(`orders.end.${endReason}`)} ${next}` : next;
}
