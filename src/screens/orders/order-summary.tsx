import type { Order } from '../../data/orders.ts';
import { dateTime, isolateText, labelOf, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { BigAmount, Code } from '../../ui/amount.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Note } from '../../ui/note.tsx';
import { Stat } from '../../ui/stat.tsx';
import { openCaseText, orderTone, statusLine } from './next-step.ts';
import { hasEnded, isKnownStatus, profitLabel, statusText } from './order-status.ts';

/** Links to more about an order. */
export function OrderLinks({ order }: { order: Order }) {
  const caseId = order.afterSale?.caseId ?? order.lastCaseId;
  const comments = order.allowedActions.includes('comment');
  if (!caseId && !comments) return null;
  return (
    <div className="wide">
      <ItemList>
        {caseId && (
          <Item
            title={order.afterSale ? t('orders.case.open') : t('orders.case.all')}
            href={paths.afterSale.href({ id: caseId })}
            next
          />
        )}
        {comments && (
          <Item title={t('orders.comments')} href={paths.orderComment.href({ id: order.id })} next />
        )}
      </ItemList>
    </div>
  );
}

/** Status, the one figure, and what happens next and by when, as text. */
export function OrderSummary({ order }: { order: Order }) {
  const { afterSale, remark, id, no = id, status } = order;
  const Title = useHeading(2);
  return (
    <section className="card stack tight wide">
      <div className="row between">
        <Title className="dot" data-tone={orderTone(order)}>
          {statusText(status)}
        </Title>
        {order.allowedActions.includes('pay') && <span className="small">{statusLine(order)}</span>}
      </div>
      <Figures order={order} />
      {isKnownStatus(status) && <p className="small muted">{nextStepSentence(order)}</p>}
      <p className="small muted">
        <Code>{no}</Code>
      </p>
      {afterSale && (
        <Note tone="warn">
          <p>{openCaseText(order)}</p>
          {afterSale.reason && <p>{t('orders.case_reason', { reason: isolateText(afterSale.reason) })}</p>}
        </Note>
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
