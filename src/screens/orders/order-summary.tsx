import { useState } from 'react';
import type { Order } from '../../data/orders.ts';
import { hasFeature } from '../../data/session.ts';
import { dateTime, isolateText, labelOf, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { BigAmount, Code } from '../../ui/amount.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { Stat } from '../../ui/stat.tsx';
import { isMerchantsTurn, nextStepText, openCaseText, orderTone, statusOrCaseText } from './next-step.ts';
import { hasEnded, isKnownStatus, profitLabel, statusText } from './order-status.ts';

const OrderNoteSheet = lazySheet(() => import('./order-note-sheet.tsx'), { texts: ['rest'] });

/** Links to more about an order. */
export function OrderLinks({ order }: { order: Order }) {
  const [isNoting, setNoting] = useState(false);
  // An open case is at the head of the order.
  const caseId = order.afterSale ? null : order.lastCaseId;
  const comments = order.allowedActions.includes('comment');
  const notes = hasFeature('find');
  if (!caseId && !comments && !notes) return null;
  return (
    <div className="wide">
      <ItemList>
        {caseId && <Item title={t('orders.case.all')} href={paths.afterSale.href({ id: caseId })} next />}
        {comments && (
          <Item title={t('orders.comments')} href={paths.orderComment.href({ id: order.id })} next />
        )}
        {notes && (
          <Item
            title={t(order.note ? 'orders.note' : 'orders.note_add')}
            note={order.note ? <bdi>{order.note}</bdi> : undefined}
            onPress={() => setNoting(true)}
            next
          />
        )}
      </ItemList>
      {isNoting && <OrderNoteSheet order={order} onClose={() => setNoting(false)} />}
    </div>
  );
}

/** The open case or the status, by when something happens next, the one figure, and to whom the order goes. */
export function OrderSummary({ order }: { order: Order }) {
  const { afterSale, remark, id, no = id, status, buyerMasked } = order;
  const Title = useHeading(2);
  const sentence = isKnownStatus(status) ? nextStepSentence(order) : '';
  return (
    <section className="card stack tight wide">
      <div className="row between">
        <Title className="dot" data-tone={orderTone(order)}>
          {statusOrCaseText(order)}
        </Title>
        <span className={isMerchantsTurn(order) ? '' : 'small muted'}>{nextStepText(order)}</span>
      </div>
      {afterSale && <OpenCase order={order} />}
      <Figures order={order} />
      {hasEnded(order) && <p className="small muted">{sentence}</p>}
      <p className="small muted">
        <Code>{no}</Code>
        {buyerMasked && (
          <>
            {' · '}
            {t('orders.buyer')} <bdi>{buyerMasked}</bdi>
          </>
        )}
      </p>
      {!hasEnded(order) && sentence && (
        <details className="small">
          <summary>{t('orders.how')}</summary>
          <p>{sentence}</p>
        </details>
      )}
      {remark && (
        <p className="small muted">
          {labelOf(t('orders.remark'))}
          <bdi>{remark}</bdi>
        </p>
      )}
    </section>
  );
}

/** Since when a case is open, why, and the way to it. */
function OpenCase({ order }: { order: Order }) {
  const { afterSale, status } = order;
  const isTurn = isMerchantsTurn(order);
  return (
    <>
      <div className="small muted stack near">
        <p>{statusText(status)}</p>
        <p>{openCaseText(order)}</p>
        {afterSale?.reason && <p>{t('orders.case_reason', { reason: isolateText(afterSale.reason) })}</p>}
      </div>
      <LinkButton
        block
        kind={isTurn ? 'primary' : undefined}
        href={paths.afterSale.href({ id: afterSale?.caseId ?? '' })}
      >
        {t(isTurn ? 'orders.answer' : 'orders.case.open')}
      </LinkButton>
    </>
  );
}

/** What its merchant has to pay and from what; later the profit. */
function Figures({ order }: { order: Order }) {
  const { cost, expectedProfit, funding, currency, allowedActions } = order;
  if (hasEnded(order)) return null;
  if (allowedActions.includes('pay'))
    return (
      <div>
        <Stat label={t('stats.purchase_cost')}>
          <BigAmount>{money(cost, currency)}</BigAmount>
        </Stat>
        {funding && <p className="small muted">{t(`orders.paid_from.${funding}`)}</p>}
      </div>
    );
  if (!expectedProfit) return null;
  return (
    <Stat label={profitLabel(order)}>
      <BigAmount>{money(expectedProfit, currency)}</BigAmount>
    </Stat>
  );
}

/** Their sentences name a date, and are left out without one. */
const dated: readonly Order['status'][] = ['to_be_accepted', 'pending_settlement', 'waiting_for_withdrawal'];

/** Returns what happens next, and when where the server sent a date: one at a time, and none while a case is open. */
function nextStepSentence(order: Order): string {
  const { status, endReason, refundAt } = order;
  const at = order.autoAcceptAt ?? order.settleAt ?? order.releaseAt;
  const next = at || !dated.includes(status) ? t(`orders.next.${status}`, { at: dateTime(at) }) : '';
  if (endReason) return `${t(`orders.end.${endReason}`)} ${next}`;
  // The server sends this date for these two statuses only.
  return refundAt
    ? `${next} ${t(`orders.refund_by.${status as 'shipped'}`, { at: dateTime(refundAt) })}`
    : next;
}
