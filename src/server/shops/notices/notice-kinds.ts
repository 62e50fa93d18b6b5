import type { InferOutput } from 'valibot';
import type { NoticeMark, notice } from '../../../contract/notices.ts';

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

type Type = InferOutput<typeof notice>['type'];
type Params = Readonly<Record<string, ParamKind>>;

/**
 * Returns a function that makes kinds of notices of a type that lead to one place of the app: its link has a parameter
 * or the `id` of the subject filled in, and is null where there is nothing to open. A notice of a statement of reasons
 * leads to its appeal instead.
 */
const kind =
  (type: Type, link: string | null) =>
  <const P extends Params>(params: P, mark: NoticeMark = 'plain') => ({ type, link, mark, params });

const order = kind('order', '/order?id={id}');
const orderMoney = kind('money', '/order?id={id}');
const afterSale = kind('order', '/afterSale?id={id}');
const afterSaleMoney = kind('money', '/afterSale?id={id}');
const moneyAppeal = kind('money', '/appeal');
const movements = kind('money', '/walletFlow');
const wallet = kind('money', '/wallet');
const goods = kind('shop', '/goodsList');
const movement = kind('money', '/walletFlow?refNo={no}');
const level = kind('shop', '/upgrade');
const shopOnly = kind('shop', null);
const account = kind('money', '/bankList');
const password = kind('money', '/settings');
const appeal = kind('shop', '/appeal');
const shop = kind('shop', '/shop');
const ad = kind('money', '/promotion');
const identity = kind('shop', '/identity');

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
 * All kinds of notices: what each names, and what it tells. A new kind is a line here and its `title` and `body` in
 * `locales`, section `notice`, with the same placeholders.
 */
export const noticeKinds = {
  order_placed: order({ ...numbered, amount: 'money', payBy: 'moment' }, 'due'),
  order_paid: orderMoney({ ...numbered, cost: 'money' }),
  order_shipped: order({ ...numbered, carrier: 'text' }, 'shipped'),
  order_delivered: order({ ...numbered, acceptBy: 'moment' }, 'delivered'),
  order_accepted: order(numbered, 'done'),
  order_queued: order({ ...numbered, settleAt: 'moment' }),
  order_settled: orderMoney({ ...numbered, net: 'money', releaseAt: 'moment' }, 'received'),
  order_released: orderMoney({ ...numbered, net: 'money' }, 'received'),
  order_declined: order(numbered, 'undone'),
  order_cancelled: order(numbered, 'undone'),
  order_lapsed: order(numbered, 'undone'),
  order_overdue: order(numbered, 'undone'),
  order_undelivered: order(numbered, 'undone'),
  order_partly_refunded: orderMoney({ ...numbered, partial: 'money', net: 'money' }, 'undone'),
  order_refunded: orderMoney({ ...numbered, reason: 'reason' }, 'undone'),
  case_opened: afterSale({ ...numbered, reason: 'text', actBy: 'moment' }, 'due'),
  case_in_review: afterSale({ ...numbered, decideBy: 'moment' }),
  case_finding: afterSale({ ...numbered, fault: 'reason' }),
  case_upheld: afterSale({ ...numbered, sendBackBy: 'moment' }, 'failed'),
  case_extended: afterSale({ ...numbered, decideBy: 'moment' }),
  case_sent_back: afterSale({ ...numbered, carrier: 'text' }),
  case_received: afterSale({ ...numbered, refundBy: 'moment' }),
  case_closed: afterSale({ ...numbered, outcome: 'reason' }),
  case_compensated: afterSaleMoney({ ...numbered, amount: 'money' }, 'received'),
  case_announced: moneyAppeal({ ...numbered, postAt: 'moment' }, 'due'),
  correction_announced: moneyAppeal({ ref: 'text', amount: 'money', postAt: 'moment' }, 'due'),
  correction_dropped: moneyAppeal({ ref: 'text', amount: 'money' }),
  correction_undone: movements({ ref: 'text', amount: 'money' }),
  posting_corrected: movements({ ref: 'text', reason: 'words' }),
  parcel_exception: kind('order', '/logistics?id={id}')({ ...numbered, what: 'scan' }, 'failed'),
  comment_received: kind('order', '/orderComment?id={id}')(numbered),
  hold_placed: wallet({ amount: 'money', reason: 'reason', reviewBy: 'moment' }, 'failed'),
  hold_renewed: wallet({ amount: 'money', reason: 'reason', reviewBy: 'moment' }),
  hold_released: wallet({ amount: 'money', reason: 'reason' }, 'received'),
  friend_registered: kind('shop', '/invitation')({ friend: 'text' }, 'joined'),
  shop_opened: kind('system', '/identity')({ username: 'text' }),
  feedback_answered: kind('system', '/notifications')({ no: 'text', reply: 'words' }),
  goods_stock_out: goods({ goods: 'goods' }, 'failed'),
  goods_cost_change: goods({ goods: 'goods' }),
  goods_withdrawn: goods({ goods: 'goods' }),
  withdrawal_submitted: movement({ ...numbered, amount: 'money', expectedBy: 'moment' }),
  withdrawal_sent: movement({ ...numbered, net: 'money', expectedBy: 'moment' }),
  withdrawal_paid: movement({ ...numbered, net: 'money', proof: 'text' }, 'received'),
  withdrawal_cancelled: movement({ ...numbered, amount: 'money' }),
  withdrawal_rejected: movement({ ...numbered, amount: 'money', reason: 'reason' }, 'failed'),
  withdrawal_returned: movement({ ...numbered, amount: 'money', reason: 'reason' }),
  withdrawal_overdue: movement({ ...numbered, amount: 'money', expectedBy: 'moment' }, 'due'),
  withdrawal_unconfirmed: movement({ ...numbered, net: 'money', backAt: 'moment' }),
  withdrawal_recalled: movement({ ...numbered, amount: 'money', releaseAt: 'moment' }),
  withdrawal_restored: movement({ ...numbered, amount: 'money' }, 'done'),
  terms_raised: kind('money', '/withdraw')({ ...terms, from: 'moment' }),
  terms_lowered: kind('money', '/withdraw')(terms),
  platform_fee_changed: kind(
    'money',
    '/goodsList',
  )({ percent: 'percent', oldPercent: 'percent', from: 'moment' }),
  minimum_recharge_changed: kind('money', '/recharge')({ min: 'money', oldMin: 'money', from: 'moment' }),
  level_terms_changed: level({
    level: 'level',
    fee: 'money',
    deposit: 'money',
    oldFee: 'money',
    oldDeposit: 'money',
    from: 'moment',
  }),
  recharge_reported: movement({ ...numbered, amount: 'money', expectedBy: 'moment' }),
  recharge_completed: movement({ ...numbered, received: 'money' }, 'received'),
  recharge_differs: movement({ ...numbered, amount: 'money', received: 'money', reason: 'reason' }),
  recharge_rejected: movement({ ...numbered, amount: 'money', reason: 'reason' }, 'failed'),
  recharge_sent_back: movement({ ...numbered, arrived: 'money', proof: 'text' }),
  recharge_to_send_back: movement({ ...numbered, arrived: 'money', by: 'moment' }),
  recharge_not_sent_back: movement({ ...numbered, arrived: 'money', by: 'moment' }),
  recharge_overdue: movement({ ...numbered, amount: 'money', expectedBy: 'moment' }, 'due'),
  account_added: account({ last4: 'text', usableFrom: 'moment' }),
  account_changed: account({ last4: 'text', usableFrom: 'moment' }),
  account_removed: account({ last4: 'text' }),
  pay_password_set: password({}),
  pay_password_changed: password({ usableFrom: 'moment' }),
  pay_password_reset: password({ usableFrom: 'moment' }),
  pay_password_cleared: moneyAppeal({ usableFrom: 'moment' }),
  login_password_changed: kind('shop', '/settings')({}),
  goods_policy: appeal({ goods: 'goods' }),
  goods_restored: goods({ goods: 'goods' }, 'done'),
  restriction_placed: appeal(restriction, 'failed'),
  restriction_renewed: appeal(restriction),
  restriction_ended: shopOnly({ measure: 'reason' }),
  score_changed: appeal({ points: 'text', facts: 'words' }),
  appeal_received: shopOnly({ ...numbered, decideBy: 'moment' }),
  appeal_overdue: appeal({ ...numbered, decideBy: 'moment' }, 'due'),
  appeal_upheld: appeal({ ...numbered, answer: 'words' }, 'failed'),
  appeal_reversed: appeal({ ...numbered, answer: 'words' }, 'done'),
  level_changed: shop({ level: 'level', cap: 'text' }),
  shop_closing: shop({ dueAt: 'moment' }),
  shop_reopened: kind('shop', '/wallet')({}),
  deposit_paid: wallet({ amount: 'money' }),
  deposit_refilled: wallet({ ...numbered, amount: 'money' }),
  deposit_returning: wallet({ amount: 'money', dueAt: 'moment' }),
  deposit_moved: wallet({ amount: 'money', dueAt: 'moment' }),
  deposit_returned: wallet({ amount: 'money' }, 'done'),
  ad_bought: ad({ ...numbered, amount: 'money', endsAt: 'moment' }),
  ad_completed: ad(promotion),
  ad_cancelled: ad(promotion),
  identity_applying: identity({ reviewBy: 'moment' }),
  identity_overdue: kind('shop', '/service')({ reviewBy: 'moment' }, 'due'),
  identity_withdrawn: identity({}),
  identity_verified: identity({}, 'done'),
  identity_rejected: identity({ note: 'words' }, 'due'),
  identity_expiring: identity({ expiresAt: 'moment' }, 'due'),
  identity_expired: identity({}, 'due'),
  identity_revoked: appeal({ facts: 'words' }),
  qualification_verified: shop({}, 'done'),
  qualification_rejected: shop({ reason: 'reason' }, 'failed'),
  shop_changed: shop({}),
  shop_phone_changed: shop({ phone: 'text' }),
} as const;

export type NoticeKindName = keyof typeof noticeKinds;
/** The parameters of a kind, each as it is stored: decimal text, ISO 8601, a reason's code, or words. */
export type NoticeParams<K extends NoticeKindName> = Record<keyof (typeof noticeKinds)[K]['params'], string>;

/** Returns the row of a stored kind; undefined for one that is no longer sent. */
export const kindOf = (name: string): ReturnType<ReturnType<typeof kind>> | undefined =>
  Object.hasOwn(noticeKinds, name) ? noticeKinds[name as NoticeKindName] : undefined;
