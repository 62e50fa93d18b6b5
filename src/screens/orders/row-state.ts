import type { Order } from '../../data/orders.ts';
import { date, dayMs, number, t } from '../../lang/index.ts';
import { nearDate, shareLeft } from '../../ui/marked.tsx';
import type { Tone } from '../../ui/props.ts';
import { isMerchantsTurn, merchantsDate, orderTone } from './next-step.ts';
import { statusText } from './order-status.ts';

export interface RowState {
  tone: Tone;
  /** What it is: its status, its open case, or why it ended. */
  name: string;
  /** What is left, or when it goes on by itself. */
  when: string | undefined;
  /** The share of the merchant's time that is left; undefined where no time runs, or none is known. */
  left: number | undefined;
  /** The merchant's time is over within a day. */
  isSoon?: boolean;
}

const hourMs = 3_600_000;

/** Returns how much of the last day is left, by hours and then by minutes. */
function leftText(left: number): string {
  if (left <= 0) return t('orders.left_none');
  return left < hourMs
    ? t('orders.left_minutes', { count: number(Math.floor(left / 60_000)) })
    : t('orders.left_hours', { count: number(Math.floor(left / hourMs)) });
}

function nameOf({ afterSale, status, endReason }: Order, isTurn: boolean): string {
  if (!afterSale) return endReason ? t(`orders.ended.${endReason}`) : statusText(status);
  if (isTurn) return t(`orders.case_answer.${afterSale.type}`);
  return `${t(`orders.case_type.${afterSale.type}`)} · ${t(`orders.case_state.${afterSale.state}`)}`;
}

/** Returns the state of an order in few words, by the server's time. */
export function rowState(order: Order, now: number | undefined): RowState {
  const { afterSale, createdAt, settleAt, releaseAt } = order;
  const name = nameOf(order, isMerchantsTurn(order));
  const tone = orderTone(order);
  const by = merchantsDate(order);
  if (by) {
    const begin = Date.parse(afterSale?.since ?? createdAt);
    const end = Date.parse(by);
    const left = now && shareLeft(begin, end, now);
    const isSoon = now !== undefined && end - now < dayMs;
    return {
      tone: isSoon ? tone : 'calm',
      name,
      when: isSoon ? leftText(end - now) : nearDate(by, now),
      left,
      isSoon,
    };
  }
  const isPaused = Boolean(afterSale);
  const settles = settleAt && t('orders.settles_by', { at: nearDate(settleAt, now) });
  const releases = releaseAt && t('orders.yours_on', { at: date(releaseAt) });
  return { tone, name, when: (!isPaused && (settles || releases)) || undefined, left: undefined };
}
