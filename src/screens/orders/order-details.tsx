// What is one press away on the page of an order: all steps, the parcel, the sum with the buyer's payment, each folded.

import { useLayoutEffect, useRef, useState } from 'react';
import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import type { Order } from '../../data/orders.ts';
import { hasFeature } from '../../data/session.ts';
import { dateTime, inline, money, number, signedMoney, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Item } from '../../ui/item.tsx';
import { lazy } from '../../ui/lazy.tsx';
import type { Children } from '../../ui/props.ts';
import { lazySheet } from '../../ui/sheet.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { isMerchantsTurn } from './next-step.ts';
import { OrderProfit } from './order-profit.tsx';
import { hasEnded, isKnownStatus, isSettled, profitLabel } from './order-status.ts';

const OrderParcel = lazy(() => import('./order-parcel.tsx'), {
  texts: ['parcels'],
  waiting: () => (
    <details>
      <summary>{t('orders.parcel')}</summary>
    </details>
  ),
});
const OrderNoteSheet = lazySheet(() => import('./order-note-sheet.tsx'), { texts: ['rest'] });

/** The room of the buttons at the foot and above them, in px. */
const foot = 80;

/** Unfolds what the window has room for, the sum before the steps. */
function openWhatFits(folds: HTMLElement | null) {
  for (const fold of [...(folds?.querySelectorAll('details') ?? [])].reverse()) {
    fold.open = true;
    fold.open = (folds?.parentElement?.getBoundingClientRect().bottom ?? 0) < innerHeight - foot;
  }
}

/** All steps, the parcel, what the order earns and why, the payment behind it, and what leads on. */
export function OrderDetails({ order }: { order: Order }) {
  const folds = useRef<HTMLElement>(null);
  useLayoutEffect(() => openWhatFits(folds.current), []);
  return (
    <section className="items folds" ref={folds}>
      <AllSteps order={order} />
      {order.allowedActions.includes('logistics') && <OrderParcel orderId={order.id} />}
      <Goods order={order} />
      <Earnings order={order} />
      <OrderLinks order={order} />
    </section>
  );
}

/** One subject that is folded under its name. */
function Fold({ title, children }: { title: string; children: Children }) {
  return (
    <details>
      <summary>{title}</summary>
      <div className="stack tight">{children}</div>
    </details>
  );
}

/** The coming statuses of an order under way; the wait for settlement is no step. */
const progressStatuses = orderStatuses.filter(
  (status) => !['cancelled', 'refunded', 'pending_settlement'].includes(status),
);

/** The past steps, from the order's own timeline, and those to come, the next with its date. */
function AllSteps({ order }: { order: Order }) {
  const { timeline = [], status } = order;
  if (!isKnownStatus(status) || timeline.length === 0) return null;
  const done = timeline.map(
    ({ status: reached, at }): TimelineStep => ({ ...stepOf(reached), at: dateTime(at) }),
  );
  const coming = comingSteps(order);
  // The next one, as in the bar of steps; of an order that ended early, its end.
  const current = coming.length > 0 ? done.length : done.length - 1;
  return (
    <Fold title={t('orders.all_steps')}>
      <Timeline
        steps={[...done, ...coming]}
        current={status === 'completed' ? -1 : current}
        tone={isMerchantsTurn(order) ? 'warn' : undefined}
      />
    </Fold>
  );
}

const stepOf = (status: OrderStatus): TimelineStep => ({
  title: isKnownStatus(status) ? t(`orders.step.${status}`) : status,
});

const barSteps: Partial<Record<OrderStatus, 'pay' | 'ships' | 'arrives' | 'yours'>> = {
  to_be_shipped: 'pay',
  shipped: 'ships',
  to_be_accepted: 'arrives',
  completed: 'yours',
};

/** Returns the next step, in the word of the bar where that has one: the words of steps read as if they were done. */
function nextStepOf(status: OrderStatus): TimelineStep {
  const bar = barSteps[status];
  return bar ? { title: t(`orders.bar.${bar}`) } : stepOf(status);
}

/** Returns the steps to come; the server's date is for the first of them. */
function comingSteps(order: Order): TimelineStep[] {
  if (hasEnded(order)) return [];
  const from = orderStatuses.indexOf(order.status);
  const due = order.payBy ?? order.autoAcceptAt ?? order.settleAt ?? order.releaseAt;
  return progressStatuses
    .filter((status) => orderStatuses.indexOf(status) > from)
    .map((status, index) => ({
      ...(index === 0 ? nextStepOf(status) : stepOf(status)),
      at: index === 0 && due && t('orders.step_by', { at: dateTime(due) }),
    }));
}

/** The bought goods: each with its code, quantity, and unit price. */
function Goods({ order: { items = [], currency } }: { order: Order }) {
  // One alone is at the head of the order.
  if (items.length < 2) return null;
  return (
    <details>
      <summary>{t('orders.goods')}</summary>
      <ul>
        {items.map(({ goodsId, goodsCode, name, image, quantity = 1, price }) => (
          <Item
            key={goodsId}
            media={<Thumb size={48} src={image} />}
            title={name}
            figure={<Amount>{money(price, currency)}</Amount>}
            note={
              goodsCode && (
                <>
                  {t('orders.goods_code')} <Code>{goodsCode}</Code>
                </>
              )
            }
            noteFigure={`× ${number(quantity)}`}
          />
        ))}
      </ul>
    </details>
  );
}

/** What the buyer paid and how, all deductions, what is left, and who pays for what; nothing is added up here. */
function Earnings({ order }: { order: Order }) {
  if (hasEnded(order)) {
    if (!order.provenance) return null;
    return (
      <Fold title={t('orders.provenance')}>
        <Provenance order={order} />
      </Fold>
    );
  }
  const { amount, cost, shipping, fee, refunded, currency, funding, fundingReason, net, status } = order;
  const less = (figure: string) => signedMoney(`-${figure}`, currency);
  const rows = [
    { label: t('orders.buyer_paid'), amount: money(amount, currency), note: <OnlyItem order={order} /> },
    {
      label: t('orders.cost_row'),
      amount: less(cost),
      note: shipping && t('orders.cost_shipping', { amount: inline(money(shipping, currency)) }),
    },
    { label: t('orders.platform_fee'), amount: less(fee) },
    ...(Number(refunded) > 0 ? [{ label: t('orders.part.refund'), amount: less(refunded) }] : []),
    { label: profitLabel(order), amount: <OrderProfit order={order} />, total: true },
  ];
  const settled = net && { amount: inline(money(net, currency)) };
  return (
    <Fold title={t('orders.how')}>
      <Breakdown rows={rows} />
      <div className="small muted stack near">
        {status === 'pending_payment' && <p>{t('orders.unpaid')}</p>}
        {funding && <p>{t(`orders.funding_${funding}`)}</p>}
        {fundingReason && <p>{fundingReason}</p>}
        {settled && <p>{isSettled(order) ? t('orders.settled', settled) : t('orders.settles', settled)}</p>}
      </div>
      {order.provenance && <strong className="rule">{t('orders.provenance')}</strong>}
      <Provenance order={order} />
    </Fold>
  );
}

/** The code and unit price of what is bought alone. */
function OnlyItem({ order: { items = [], currency } }: { order: Order }) {
  const [only, ...others] = items;
  if (!only || others.length > 0) return null;
  return (
    <>
      <Code>{only.goodsCode}</Code> · {number(only.quantity ?? 1)} ×{' '}
      <Amount>{money(only.price, currency)}</Amount>
    </>
  );
}

/** Proof that a buyer paid for the order: when, by what, and how much of it is held now. */
function Provenance({ order }: { order: Order }) {
  if (!order.provenance) return null;
  const { paymentRefMasked, paidAt, held } = order.provenance;
  return (
    <>
      <Breakdown
        rows={[
          { label: t('orders.payment_ref'), amount: <Code>{paymentRefMasked}</Code>, isText: true },
          { label: t('orders.paid_at'), amount: dateTime(paidAt), isText: true },
          { label: t('orders.held'), amount: <Amount>{money(held, order.currency)}</Amount>, isText: true },
        ]}
      />
      {Number(held) !== 0 && <p className="small muted">{t('orders.provenance_text')}</p>}
    </>
  );
}

/** Links to more about an order. */
function OrderLinks({ order }: { order: Order }) {
  const [isNoting, setNoting] = useState(false);
  const { id, no, status, note, afterSale, lastCaseId, allowedActions } = order;
  // An open case is at the head of the order.
  const caseId = afterSale ? null : lastCaseId;
  const comments = allowedActions.includes('comment');
  const notes = hasFeature('find');
  const moved = status === 'refunded';
  if (!caseId && !comments && !notes && !moved) return null;
  return (
    <>
      <ul>
        {caseId && <Item title={t('orders.case.all')} href={paths.afterSale.href({ id: caseId })} next />}
        {moved && <Item title={t('orders.wallet_rows')} href={paths.walletFlow.href({ refNo: no })} next />}
        {comments && <Item title={t('orders.comments')} href={paths.orderComment.href({ id })} next />}
        {notes && (
          <Item
            title={t(note ? 'orders.note' : 'orders.note_add')}
            note={note ? <bdi>{note}</bdi> : undefined}
            onPress={() => setNoting(true)}
            next
          />
        )}
      </ul>
      {isNoting && <OrderNoteSheet order={order} onClose={() => setNoting(false)} />}
    </>
  );
}
