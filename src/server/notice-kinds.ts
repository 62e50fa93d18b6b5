import type { InferOutput } from 'valibot';
import type { notice } from '../contract/notices.ts';

/**
 * How a parameter is said: as it stands, as an amount of the shop's currency, as a moment of the shop's time zone, or
 * as a stored reason in the reader's language.
 */
export type ParamKind = 'text' | 'money' | 'moment' | 'reason';

interface NoticeKind {
  type: InferOutput<typeof notice>['type'];
  params: Readonly<Record<string, ParamKind>>;
}

const order = { no: 'text' } as const;
const numbered = { no: 'text' } as const;

/**
 * Everything a shop can be told. A new kind is a line here and its `title` and `body` in `locales`, section `notice`,
 * with the same placeholders.
 */
export const noticeKinds = {
  order_placed: { type: 'order', params: { ...order, amount: 'money', payBy: 'moment' } },
  order_paid: { type: 'money', params: { ...order, cost: 'money' } },
  order_shipped: { type: 'order', params: { ...order, carrier: 'text' } },
  order_delivered: { type: 'order', params: { ...order, acceptBy: 'moment' } },
  order_accepted: { type: 'order', params: order },
  order_queued: { type: 'order', params: { ...order, settleAt: 'moment' } },
  order_settled: { type: 'money', params: { ...order, net: 'money', releaseAt: 'moment' } },
  order_released: { type: 'money', params: { ...order, net: 'money' } },
  order_declined: { type: 'order', params: order },
  order_cancelled: { type: 'order', params: order },
  order_lapsed: { type: 'order', params: order },
  order_overdue: { type: 'order', params: order },
  order_partly_refunded: { type: 'money', params: { ...order, partial: 'money', net: 'money' } },
  order_refunded: { type: 'money', params: { ...order, reason: 'reason' } },
  hold_placed: { type: 'money', params: { amount: 'money', reason: 'reason', reviewBy: 'moment' } },
  hold_renewed: { type: 'money', params: { amount: 'money', reason: 'reason', reviewBy: 'moment' } },
  hold_released: { type: 'money', params: { amount: 'money', reason: 'reason' } },
  goods_stock_out: { type: 'shop', params: { goods: 'text' } },
  goods_cost_change: { type: 'shop', params: { goods: 'text' } },
  goods_withdrawn: { type: 'shop', params: { goods: 'text' } },
  withdrawal_submitted: { type: 'money', params: { ...numbered, amount: 'money', expectedBy: 'moment' } },
  withdrawal_sent: { type: 'money', params: { ...numbered, net: 'money', expectedBy: 'moment' } },
  withdrawal_paid: { type: 'money', params: { ...numbered, net: 'money', proof: 'text' } },
  withdrawal_cancelled: { type: 'money', params: { ...numbered, amount: 'money' } },
  withdrawal_rejected: { type: 'money', params: { ...numbered, amount: 'money', reason: 'reason' } },
  withdrawal_returned: { type: 'money', params: { ...numbered, amount: 'money', reason: 'reason' } },
  withdrawal_overdue: { type: 'money', params: { ...numbered, amount: 'money', expectedBy: 'moment' } },
  recharge_reported: { type: 'money', params: { ...numbered, amount: 'money', expectedBy: 'moment' } },
  recharge_completed: { type: 'money', params: { ...numbered, received: 'money' } },
  recharge_differs: {
    type: 'money',
    params: { ...numbered, amount: 'money', received: 'money', reason: 'reason' },
  },
  recharge_rejected: { type: 'money', params: { ...numbered, amount: 'money', reason: 'reason' } },
  recharge_sent_back: { type: 'money', params: { ...numbered, arrived: 'money', proof: 'text' } },
  recharge_overdue: { type: 'money', params: { ...numbered, amount: 'money', expectedBy: 'moment' } },
  account_added: { type: 'money', params: { last4: 'text', usableFrom: 'moment' } },
  account_changed: { type: 'money', params: { last4: 'text', usableFrom: 'moment' } },
  account_removed: { type: 'money', params: { last4: 'text' } },
  pay_password_set: { type: 'money', params: {} },
  pay_password_changed: { type: 'money', params: { usableFrom: 'moment' } },
  pay_password_reset: { type: 'money', params: { usableFrom: 'moment' } },
} as const satisfies Record<string, NoticeKind>;

export type NoticeKindName = keyof typeof noticeKinds;
/** The parameters of a kind, each as it is stored: decimal text, ISO 8601, a reason's code, or words. */
export type NoticeParams<K extends NoticeKindName> = Record<keyof (typeof noticeKinds)[K]['params'], string>;
