import { useContext } from 'react';
import type { Order } from '../../data/orders.ts';
import { dateTime, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Code } from '../../ui/amount.tsx';
import { Chrome } from '../../ui/chrome.ts';
import { Note } from '../../ui/note.tsx';
import { OrderLinks } from './order-links.tsx';
import { isKnownStatus, StatusBadge } from './status-badge.tsx';

/** Number, status, and what happens next and by when, in words. */
export function OrderState({ order }: { order: Order }) {
  const Title = useContext(Chrome) === 'page' ? 'h2' : 'h3';
  const { afterSale, remark } = order;
  return (
    <section className="card stack tight wide">
      <div className="row between wrap">
        <Title>
          <Code>{order.no ?? order.id}</Code>
        </Title>
        <StatusBadge status={order.status} />
      </div>
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

const dated: readonly string[] = [
  'pending_payment',
  'to_be_accepted',
  'pending_settlement',
  'waiting_for_withdrawal',
] satisfies Order['status'][];

/** A sentence that names a date is only said where the server gave the date. */
function nextOf({ status, payBy, actBy, autoAcceptAt, settleAt, releaseAt, endReason }: Order): string {
  const at = payBy ?? actBy ?? autoAcceptAt ?? settleAt ?? releaseAt;
  const next = at || !dated.includes(status) ? t(`orders.next.${status}`, { at: dateTime(at) }) : '';
  return endReason ? `${t(`orders.end.${endReason}`)} ${next}` : next;
}
