import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import type { Order } from '../../data/orders.ts';
import { dateTime } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { hasEnded } from './order-status.ts';
import { isKnownStatus } from './status-text.ts';

/** The coming statuses of an order under way; the wait for settlement is no step. */
const progressStatuses = orderStatuses.filter(
  (status) => !['cancelled', 'refunded', 'pending_settlement'].includes(status),
);

/** The past steps, from the order's own timeline, and the coming ones with the dates that are known. */
export function OrderProgress({ order }: { order: Order }) {
  const { timeline = [], status } = order;
  if (!isKnownStatus(status) || timeline.length === 0) return null;
  const done = timeline.map(
    ({ status: reached, at }): TimelineStep => ({ title: stepText(reached), at: dateTime(at) }),
  );
  const steps = [...done, ...comingSteps(order)];
  return (
    <Card title={t('orders.progress')}>
      <Timeline steps={steps} current={status === 'completed' ? -1 : done.length - 1} />
    </Card>
  );
}

const stepText = (status: OrderStatus) => (isKnownStatus(status) ? t(`orders.step.${status}`) : status);

function comingSteps(order: Order): TimelineStep[] {
  if (hasEnded(order)) return [];
  const from = orderStatuses.indexOf(order.status);
  return progressStatuses
    .filter((status) => orderStatuses.indexOf(status) > from)
    .map((status) => {
      const at = dueBefore(order, status);
      return { title: stepText(status), at: at && t('orders.step_by', { at: dateTime(at) }) };
    });
}

/** Returns the server's date for reaching a step, where it has one. */
function dueBefore(order: Order, status: OrderStatus): string | null | undefined {
  if (status === 'to_be_shipped') return order.payBy;
  if (status === 'accepted') return order.autoAcceptAt;
  if (status === 'waiting_for_withdrawal') return order.settleAt;
  return status === 'completed' ? order.releaseAt : undefined;
}
