import type { InferOutput } from 'valibot';
import type { notice } from '../../../contract/notices.ts';

/**
 * How a parameter is formatted: as plain text, as an amount of the shop's currency, as a percentage, as a moment in the
 * shop's time zone, as a stored reason in the reader's language, as what a scan of a parcel reports, as the name of
 * goods with this id, or as the name of a level of shop; `words` are an operator's own and follow the text, which has
 * no place for them.
 */
export type ParamKind =
  | 'text'
  | 'words'
  | 'goods'
  | 'money'
  | 'percent'
  | 'moment'
  | 'reason'
  | 'scan'
  | 'level';

interface NoticeKind {
  type: InferOutput<typeof notice>['type'];
  params: Readonly<Record<string, ParamKind>>;
}

const numbered = { no: 'text' } as const;
const restriction = { measure: 'reason', reviewBy: 'moment' } as const;
const terms = {
  min: 'money',
  percent: 'percent',
  least: 'money',
  oldMin: 'money',
  oldPercent: 'percent',
  oldLeast: 'money',
} as const;
const promotion = { ...numbered, delivered: 'text', quantity: 'text', refunded: 'money' } as const;

/**
 * All kinds of notices. A new kind is a line here and its `title` and `body` in `locales`, section `notice`, with the
 * same placeholders.
 */
export const noticeKinds = {
  order_placed: { type: 'order', params: { ...numbered, amount: 'money', payBy: 'moment' } },
  order_paid: { type: 'money', params: { ...numbered, cost: 'money' } },
  order_shipped: { type: 'order', params: { ...numbered, carrier: 'text' } },
  order_delivered: { type: 'order', params: { ...numbered, acceptBy: 'moment' } },
  order_accepted: { type: 'order', params: numbered },
  order_queued: { type: 'order', params: { ...numbered, settleAt: 'moment' } },
  order_settled: { type: 'money', params: { ...numbered, net: 'money', releaseAt: 'moment' } },
  order_released: { type: 'money', params: { ...numbered, net: 'money' } },
  order_declined: { type: 'order', params: numbered },
  order_cancelled: { type: 'order', params: numbered },
  order_lapsed: { type: 'order', params: numbered },
  order_overdue: { type: 'order', params: numbered },
  order_undelivered: { type: 'order', params: numbered },
  order_partly_refunded: { type: 'money', params: { ...numbered, partial: 'money', net: 'money' } },
  order_refunded: { type: 'money', params: { ...numbered, reason: 'reason' } },
  case_opened: { type: 'order', params: { ...numbered, reason: 'text', actBy: 'moment' } },
  case_in_review: { type: 'order', params: { ...numbered, decideBy: 'moment' } },
  case_finding: { type: 'order', params: { ...numbered, fault: 'reason' } },
  case_upheld: { type: 'order', params: { ...numbered, sendBackBy: 'moment' } },
  case_extended: { type: 'order', params: { ...numbered, decideBy: 'moment' } },
  case_sent_back: { type: 'order', params: { ...numbered, carrier: 'text' } },
  case_received: { type: 'order', params: { ...numbered, refundBy: 'moment' } },
  case_closed: { type: 'order', params: { ...numbered, outcome: 'reason' } },
  case_compensated: { type: 'money', params: { ...numbered, amount: 'money' } },
  case_announced: { type: 'money', params: { ...numbered, postAt: 'moment' } },
  correction_announced: { type: 'money', params: { ref: 'text', amount: 'money', postAt: 'moment' } },
  correction_dropped: { type: 'money', params: { ref: 'text', amount: 'money' } },
  correction_undone: { type: 'money', params: { ref: 'text', amount: 'money' } },
  posting_corrected: { type: 'money', params: { ref: 'text', reason: 'words' } },
  parcel_exception: { type: 'order', params: { ...numbered, what: 'scan' } },
  comment_received: { type: 'order', params: numbered },
  hold_placed: { type: 'money', params: { amount: 'money', reason: 'reason', reviewBy: 'moment' } },
  hold_renewed: { type: 'money', params: { amount: 'money', reason: 'reason', reviewBy: 'moment' } },
  hold_released: { type: 'money', params: { amount: 'money', reason: 'reason' } },
  friend_registered: { type: 'shop', params: { friend: 'text' } },
  shop_opened: { type: 'system', params: { username: 'text' } },
  feedback_answered: { type: 'system', params: { no: 'text', reply: 'words' } },
  goods_stock_out: { type: 'shop', params: { goods: 'goods' } },
  goods_cost_change: { type: 'shop', params: { goods: 'goods' } },
  goods_withdrawn: { type: 'shop', params: { goods: 'goods' } },
  withdrawal_submitted: { type: 'money', params: { ...numbered, amount: 'money', expectedBy: 'moment' } },
  withdrawal_sent: { type: 'money', params: { ...numbered, net: 'money', expectedBy: 'moment' } },
  withdrawal_paid: { type: 'money', params: { ...numbered, net: 'money', proof: 'text' } },
  withdrawal_cancelled: { type: 'money', params: { ...numbered, amount: 'money' } },
  withdrawal_rejected: { type: 'money', params: { ...numbered, amount: 'money', reason: 'reason' } },
  withdrawal_returned: { type: 'money', params: { ...numbered, amount: 'money', reason: 'reason' } },
  withdrawal_overdue: { type: 'money', params: { ...numbered, amount: 'money', expectedBy: 'moment' } },
  withdrawal_unconfirmed: { type: 'money', params: { ...numbered, net: 'money', backAt: 'moment' } },
  withdrawal_recalled: { type: 'money', params: { ...numbered, amount: 'money', releaseAt: 'moment' } },
  withdrawal_restored: { type: 'money', params: { ...numbered, amount: 'money' } },
  terms_raised: { type: 'money', params: { ...terms, from: 'moment' } },
  terms_lowered: { type: 'money', params: terms },
  platform_fee_changed: {
    type: 'money',
    params: { percent: 'percent', oldPercent: 'percent', from: 'moment' },
  },
  minimum_recharge_changed: { type: 'money', params: { min: 'money', oldMin: 'money', from: 'moment' } },
  level_terms_changed: {
    type: 'shop',
    params: {
      level: 'level',
      fee: 'money',
      deposit: 'money',
      oldFee: 'money',
      oldDeposit: 'money',
      from: 'moment',
    },
  },
  recharge_reported: { type: 'money', params: { ...numbered, amount: 'money', expectedBy: 'moment' } },
  recharge_completed: { type: 'money', params: { ...numbered, received: 'money' } },
  recharge_differs: {
    type: 'money',
    params: { ...numbered, amount: 'money', received: 'money', reason: 'reason' },
  },
  recharge_rejected: { type: 'money', params: { ...numbered, amount: 'money', reason: 'reason' } },
  recharge_sent_back: { type: 'money', params: { ...numbered, arrived: 'money', proof: 'text' } },
  recharge_to_send_back: { type: 'money', params: { ...numbered, arrived: 'money', by: 'moment' } },
  recharge_not_sent_back: { type: 'money', params: { ...numbered, arrived: 'money', by: 'moment' } },
  recharge_overdue: { type: 'money', params: { ...numbered, amount: 'money', expectedBy: 'moment' } },
  account_added: { type: 'money', params: { last4: 'text', usableFrom: 'moment' } },
  account_changed: { type: 'money', params: { last4: 'text', usableFrom: 'moment' } },
  account_removed: { type: 'money', params: { last4: 'text' } },
  pay_password_set: { type: 'money', params: {} },
  pay_password_changed: { type: 'money', params: { usableFrom: 'moment' } },
  pay_password_reset: { type: 'money', params: { usableFrom: 'moment' } },
  pay_password_cleared: { type: 'money', params: { usableFrom: 'moment' } },
  login_password_changed: { type: 'shop', params: {} },
  goods_policy: { type: 'shop', params: { goods: 'goods' } },
  goods_restored: { type: 'shop', params: { goods: 'goods' } },
  restriction_placed: { type: 'shop', params: restriction },
  restriction_renewed: { type: 'shop', params: restriction },
  restriction_ended: { type: 'shop', params: { measure: 'reason' } },
  score_changed: { type: 'shop', params: { points: 'text', facts: 'words' } },
  appeal_received: { type: 'shop', params: { ...numbered, decideBy: 'moment' } },
  appeal_overdue: { type: 'shop', params: { ...numbered, decideBy: 'moment' } },
  appeal_upheld: { type: 'shop', params: { ...numbered, answer: 'words' } },
  appeal_reversed: { type: 'shop', params: { ...numbered, answer: 'words' } },
  level_changed: { type: 'shop', params: { level: 'level', cap: 'text' } },
  shop_closing: { type: 'shop', params: { dueAt: 'moment' } },
  shop_reopened: { type: 'shop', params: {} },
  deposit_paid: { type: 'money', params: { amount: 'money' } },
  deposit_refilled: { type: 'money', params: { ...numbered, amount: 'money' } },
  deposit_returning: { type: 'money', params: { amount: 'money', dueAt: 'moment' } },
  deposit_moved: { type: 'money', params: { amount: 'money', dueAt: 'moment' } },
  deposit_returned: { type: 'money', params: { amount: 'money' } },
  ad_bought: { type: 'money', params: { ...numbered, amount: 'money', endsAt: 'moment' } },
  ad_completed: { type: 'money', params: promotion },
  ad_cancelled: { type: 'money', params: promotion },
  identity_applying: { type: 'shop', params: { reviewBy: 'moment' } },
  identity_overdue: { type: 'shop', params: { reviewBy: 'moment' } },
  identity_withdrawn: { type: 'shop', params: {} },
  identity_verified: { type: 'shop', params: {} },
  identity_rejected: { type: 'shop', params: { note: 'words' } },
  identity_expiring: { type: 'shop', params: { expiresAt: 'moment' } },
  identity_expired: { type: 'shop', params: {} },
  identity_revoked: { type: 'shop', params: { facts: 'words' } },
  qualification_verified: { type: 'shop', params: {} },
  qualification_rejected: { type: 'shop', params: { reason: 'reason' } },
  shop_changed: { type: 'shop', params: {} },
  shop_phone_changed: { type: 'shop', params: { phone: 'text' } },
} as const satisfies Record<string, NoticeKind>;

export type NoticeKindName = keyof typeof noticeKinds;
/** The parameters of a kind, each as it is stored: decimal text, ISO 8601, a reason's code, or words. */
export type NoticeParams<K extends NoticeKindName> = Record<keyof (typeof noticeKinds)[K]['params'], string>;
