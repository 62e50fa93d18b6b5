import type { Order } from '../../data/orders.ts';
import { dateTime, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';

/** Whether the next date is one that the merchant has to keep. */
export const isMine = ({ afterSale, payBy, actBy }: Order) =>
  afterSale ? afterSale.next === 'merchant' : Boolean(payBy ?? actBy);

/** The next date of an order in words, or nothing. Only dates that the server gave: there is no other countdown. */
export function deadlineOf({ afterSale, payBy, actBy, autoAcceptAt, settleAt, releaseAt }: Order): string {
  if (afterSale?.next === 'merchant' && afterSale.actBy)
    return t('orders.case.answer_by', { at: dateTime(afterSale.actBy) });
  if (afterSale) return t('orders.case_open', { at: weekDate(afterSale.since) });
  const mine = payBy ?? actBy;
  if (mine) return t('orders.pay_by', { at: dateTime(mine) });
  if (autoAcceptAt) return t('orders.accept_by', { at: dateTime(autoAcceptAt) });
  if (settleAt) return t('orders.settle_by', { at: dateTime(settleAt) });
  if (releaseAt) return t('orders.release_at', { at: dateTime(releaseAt) });
  return '';
}
