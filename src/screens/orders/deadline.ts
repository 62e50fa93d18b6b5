import type { Order } from '../../data/orders.ts';
import { dateTime, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { isSettled, paidAt } from './order-status.ts';

/** Returns whether the merchant has to act by the next date. */
export const isMerchantsTurn = ({ afterSale, payBy, actBy }: Order) =>
  afterSale ? afterSale.next === 'merchant' : Boolean(payBy ?? actBy);

/** Returns that a case is open, and what waits for it: the settlement, or the release of a settled order. */
export const caseText = (order: Order): string => {
  const at = weekDate(order.afterSale?.since ?? '');
  return isSettled(order) ? t('orders.case_open_release', { at }) : t('orders.case_open', { at });
};

/** Returns the next date of an order as text, or when it was just paid. Shows only dates from the server. */
export function deadlineOf(order: Order): string {
  const { afterSale, payBy, actBy, autoAcceptAt, settleAt, releaseAt } = order;
  if (afterSale?.next === 'merchant' && afterSale.actBy)
    return t('orders.case.answer_by', { at: dateTime(afterSale.actBy) });
  if (afterSale) return caseText(order);
  const merchantDate = payBy ?? actBy;
  if (merchantDate) return t('orders.pay_by', { at: dateTime(merchantDate) });
  if (autoAcceptAt) return t('orders.accept_by', { at: dateTime(autoAcceptAt) });
  if (settleAt) return t('orders.settle_by', { at: dateTime(settleAt) });
  if (releaseAt) return t('orders.release_at', { at: dateTime(releaseAt) });
  const paid = paidAt(order);
  return paid ? t('orders.paid_on', { at: dateTime(paid) }) : '';
}
