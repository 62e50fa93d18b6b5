import type { OrderStatus } from '../../contract/status.ts';
import type { Order } from '../../data/orders.ts';
import { date, dateTime, gap, t } from '../../lang/index.ts';
import type { Tone } from '../../ui/props.ts';
import type { Step } from '../../ui/steps-bar.tsx';
import { isMerchantsTurn, nextStepText } from './next-step.ts';
import { hasEnded, isKnownStatus, isSettled, statusText } from './order-status.ts';

interface OrderSteps {
  steps: Step[];
  current: number;
  tone?: Tone | undefined;
  ended?: boolean;
}

const names = ['paid', 'pay', 'ships', 'arrives', 'yours'] as const;

/** The step that an order is at; from its arrival on it is on the way to being its merchant's. */
const stepAt: Record<OrderStatus, number> = {
  pending_payment: 1,
  to_be_shipped: 2,
  shipped: 3,
  to_be_accepted: 4,
  accepted: 4,
  pending_settlement: 4,
  waiting_for_withdrawal: 4,
  completed: 4,
  cancelled: 0,
  refunded: 0,
};

/** Returns the five steps of an order, and the one that it is at; undefined for a status that this version does not know. */
export function stepsOf(order: Order): OrderSteps | undefined {
  const { status, timeline = [] } = order;
  if (!isKnownStatus(status)) return undefined;
  if (hasEnded(order)) return stepsToEnd(order);
  const done = status === 'completed';
  // The sentence below names the date of what is to come.
  const at = done ? timeline.at(-1)?.at : undefined;
  return {
    steps: names.map((name) => ({
      title: t(`orders.bar.${name}`),
      at: at && date(at),
    })),
    // An open case keeps what has arrived from becoming its merchant's.
    current: stepAt[order.afterSale ? 'shipped' : status],
    tone: done ? 'good' : isMerchantsTurn(order) ? 'warn' : undefined,
  };
}

/** Returns the steps that an order had taken when it was cancelled or refunded, and that end. */
function stepsToEnd({ status, timeline = [] }: Order): OrderSteps {
  const before = timeline.map((step) => stepAt[step.status]);
  const current = Math.min(names.length - 1, Math.max(1, ...before));
  const end = timeline.at(-1)?.at;
  return {
    steps: [
      ...names.slice(0, current).map((name) => ({ title: t(`orders.bar.${name}`) })),
      { title: t(`status.${status}`), at: end && date(end) },
    ],
    current,
    ended: true,
  };
}

/** Returns what comes next, and when where the server has a date, in one line. */
export function stateText(order: Order): string {
  const { status, afterSale, endReason } = order;
  if (afterSale) return isSettled(order) ? t('orders.case_open_release') : t('orders.case_open');
  if (isMerchantsTurn(order)) return nextStepText(order) ?? statusText(status);
  if (!isKnownStatus(status) || status === 'pending_payment') return statusText(status);
  if (endReason) return `${t(`orders.end.${endReason}`)}${gap()}${t(`orders.next.${status}`)}`;
  if (!dated.includes(status)) return t(`orders.next.${status}`);
  const { refundAt, autoAcceptAt, settleAt, releaseAt } = order;
  const at = refundAt ?? autoAcceptAt ?? releaseAt;
  if (settleAt) return t(`orders.next.${status}`, { at: dateTime(settleAt) });
  return at ? t(`orders.next.${status}`, { at: date(at) }) : statusText(status);
}

/** Their sentences name a date, and without one they are called by their names. */
const dated: readonly OrderStatus[] = [
  'to_be_shipped',
  'shipped',
  'to_be_accepted',
  'pending_settlement',
  'waiting_for_withdrawal',
];
