import { useState } from 'react';
import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import type { Order } from '../../data/orders.ts';
import { dateTime, t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { hasEnded, isKnownStatus } from './order-status.ts';

/** The coming statuses of an order under way; the wait for settlement is no step. */
const progressStatuses = orderStatuses.filter(
  (status) => !['cancelled', 'refunded', 'pending_settlement'].includes(status),
);

/** The past steps, from the order's own timeline, and the next with its date; the later ones on request. */
export function OrderProgress({ order }: { order: Order }) {
  const [isWhole, setWhole] = useState(false);
  const { timeline = [], status } = order;
  if (!isKnownStatus(status) || timeline.length === 0) return null;
  const done = timeline.map(
    ({ status: reached, at }): TimelineStep => ({ ...stepOf(reached), at: dateTime(at) }),
  );
  const coming = comingSteps(order);
  const isFolded = !isWhole && coming.length > 2;
  const steps = [...done, ...(isFolded ? coming.slice(0, 1) : coming)];
  return (
    <Card title={t('orders.progress')}>
      <Timeline steps={steps} current={status === 'completed' ? -1 : done.length - 1} />
      {isFolded && (
        <Button kind="plain" className="start" style={flush} onClick={() => setWhole(true)}>
          {t('orders.all_steps')}
        </Button>
      )}
    </Card>
  );
}

/** The words of the button begin where those of the steps do. */
const flush = { marginBlock: '-10px', marginInlineStart: '19px', fontSize: 'var(--s)' };

const stepOf = (status: OrderStatus): TimelineStep => ({
  title: isKnownStatus(status) ? t(`orders.step.${status}`) : status,
});

/** Returns the steps to come; the server's date is for the first of them. */
function comingSteps(order: Order): TimelineStep[] {
  if (hasEnded(order)) return [];
  const from = orderStatuses.indexOf(order.status);
  const due = order.payBy ?? order.autoAcceptAt ?? order.settleAt ?? order.releaseAt;
  return progressStatuses
    .filter((status) => orderStatuses.indexOf(status) > from)
    .map((status, index) => ({
      ...stepOf(status),
      at: index === 0 && due && t('orders.step_by', { at: dateTime(due) }),
    }));
}
