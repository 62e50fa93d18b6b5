import type { Order } from '../../data/orders.ts';
import { date, number, t } from '../../lang/index.ts';
import { lastDayLeft, nearDate } from '../../ui/marked.tsx';
import type { Tone } from '../../ui/props.ts';
import { isMerchantsTurn, merchantsDate, orderTone } from './next-step.ts';
import { statusText } from './order-status.ts';

export interface RowState {
  tone: Tone;
  /** What it is: its status, its open case, or why it ended. */
  name: string;
  /** What is left, or when it goes on by itself. */
  when: string | undefined;
  /** The share of the last day that is left of the merchant's time; undefined before that day, and where no time runs. */
  left: number | undefined;
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
  const { afterSale, settleAt, releaseAt } = order;
  const name = nameOf(order, isMerchantsTurn(order));
  const tone = orderTone(order);
  const by = merchantsDate(order);
  if (by) {
    const end = Date.parse(by);
    const left = now && lastDayLeft(end, now);
    if (now === undefined || left === undefined) {
      const at = nearDate(by, now);
      return { tone, name, when: afterSale ? at : t('orders.step_by', { at }), left: undefined };
    }
    return { tone, name, when: leftText(end - now), left };
  }
  const isPaused = Boolean(afterSale);
  const settles = settleAt && t('orders.settles_by', { at: nearDate(settleAt, now) });
  const releases = releaseAt && t('orders.yours_on', { at: date(releaseAt) });
  return { tone, name, when: (!isPaused && (settles || releases)) || undefined, left: undefined };
}
