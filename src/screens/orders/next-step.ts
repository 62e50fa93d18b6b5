import type { Order } from '../../data/orders.ts';
import { date, dateTime, t } from '../../lang/index.ts';
import type { Tone } from '../../ui/props.ts';
import { hasEnded, isSettled } from './order-status.ts';

/** Returns whether the merchant has to act by the next date. */
export const isMerchantsTurn = ({ afterSale, payBy, actBy }: Order) =>
  afterSale ? afterSale.next === 'merchant' : Boolean(payBy ?? actBy);

/** Returns the tone of an order: what the merchant has to act on warns, what is settled is good, and others go on by themselves. */
export const orderTone = (order: Order): Tone => {
  if (isMerchantsTurn(order)) return 'warn';
  if (hasEnded(order)) return 'calm';
  return isSettled(order) && !order.afterSale ? 'good' : 'info';
};

/** Returns what comes next and when, without the status; nothing where no date is known. */
export function nextStepText(order: Order): string | null | undefined {
  const { afterSale } = order;
  const at = merchantsDate(order);
  if (at) return t(afterSale ? 'orders.due.answer' : 'orders.due.pay', { at: dateTime(at) });
  return afterSale ? null : dueText(order);
}

/** Returns the date by which the merchant has to act. */
export const merchantsDate = (order: Order) => {
  if (!isMerchantsTurn(order)) return null;
  return order.afterSale ? order.afterSale.actBy : (order.payBy ?? order.actBy);
};

/** Returns by when the order goes on by itself. Shows only dates from the server. */
function dueText({ autoAcceptAt, settleAt, releaseAt }: Order): string | null {
  if (autoAcceptAt) return t('orders.due.accept', { at: date(autoAcceptAt) });
  if (settleAt) return t('orders.due.settle', { at: date(settleAt) });
  return releaseAt && t('orders.due.release', { at: date(releaseAt) });
}
