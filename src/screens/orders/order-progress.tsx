import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import type { Order } from '../../data/orders.ts';
import { dateTime } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Spine, type SpineStep } from '../../ui/spine.tsx';
import { hasEnded } from './earning.ts';
import { isKnownStatus } from './status-badge.tsx';

/** What an order on its way still has before it; the wait for settlement is no step of its own. */
const road = orderStatuses.filter(
  (status) => !['cancelled', 'refunded', 'pending_settlement'].includes(status),
);

/** What has happened, from the order's own time line, and what is still to come with the dates that are known. */
export function OrderProgress({ order }: { order: Order }) {
  const { timeline = [], status } = order;
  if (!isKnownStatus(status) || timeline.length === 0) return null;
  const done = timeline.map(
    ({ status: reached, at }): SpineStep => ({ title: stepText(reached), at: dateTime(at) }),
  );
  const steps = [...done, ...ahead(order)];
  return (
    <Card title={t('orders.progress')}>
      <Spine steps={steps} current={status === 'completed' ? -1 : done.length - 1} />
    </Card>
  );
}

const stepText = (status: OrderStatus) => (isKnownStatus(status) ? t(`orders.step.${status}`) : status);

function ahead(order: Order): SpineStep[] {
  if (hasEnded(order)) return [];
  const from = orderStatuses.indexOf(order.status);
  return road
    .filter((status) => orderStatuses.indexOf(status) > from)
    .map((status) => {
      const at = dueBefore(order, status);
      return { title: stepText(status), at: at && t('orders.step_by', { at: dateTime(at) }) };
    });
}

/** The server's date for reaching a step, where it has one. */
function dueBefore(order: Order, status: OrderStatus): string | null | undefined {
  if (status === 'to_be_shipped') return order.payBy;
  if (status === 'accepted') return order.autoAcceptAt;
  if (status === 'waiting_for_withdrawal') return order.settleAt;
  return status === 'completed' ? order.releaseAt : undefined;
}
