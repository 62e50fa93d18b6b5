import type { InferOutput } from 'valibot';
import type { NoticeMark, notice } from '../../../contract/notices.ts';

/**
 * How a parameter is formatted: as plain text, as an amount of the shop's currency, as a percentage, as a moment or a
 * day in the shop's time zone, as a stored reason in the reader's language, as what a scan of a parcel reports, or as the
 * name of a level of shop; `words` are an operator's own and follow the text. Beside it stand `goods`, an id, one amount (a
 * `figure`, or what was `paidOut`), and a `deadline`. The text has no place for any of these.
 */
export type ParamKind =
  | 'text'
  | 'words'
  | 'goods'
  | 'figure'
  | 'paidOut'
  | 'deadline'
  | 'money'
  | 'percent'
  | 'moment'
  | 'day'
  | 'reason'
  | 'scan'
  | 'level';

type Type = InferOutput<typeof notice>['type'];
type Params = Readonly<Record<string, ParamKind>>;

/**
 * Returns a function that makes kinds of notices of a type that lead to one place of the app and have one topic. `{…}` in
 * either is a parameter of the notice, or the id of its subject or order. The link is null where there is nothing to open,
 * and a notice of a statement of reasons leads to its appeal instead. The topic is null where each notice stays.
 */
const kind =
  (type: Type, link: string | null, topic: string | null = null) =>
  <const P extends Params>(params: P, mark: NoticeMark = 'plain') => ({ type, link, topic, mark, params });

/** Makes a kind one that asks its merchant to act: a notice of it is unread until it is opened, or the act is done. */
const act = <const K extends object>(of: K) => ({ ...of, act: true });

/** Makes a kind one that its merchant has to check, as somebody else may have done it: a sentence at the end says so. */
const checked = <const K extends object>(of: K) => ({ ...act(of), ending: 'not_you' as const });

/** Makes a kind one of which a day has one notice, which sums an amount. */
const summed = <const K extends object>(of: K, sum: string) => ({ ...of, sum });

const order = kind('order', '/order?id={orderId}', 'order:{orderId}');
const orderMoney = kind('money', '/order?id={orderId}', 'money:{orderId}');
const afterSale = kind('order', '/afterSale?id={id}', 'case:{orderId}');
const afterSaleMoney = kind('money', '/afterSale?id={id}', 'case:{orderId}');
const caseAppeal = kind('money', '/appeal', 'case:{orderId}');
const moneyAppeal = kind('money', '/appeal');
const correctionAppeal = kind('money', '/appeal', 'correction:{ref}');
const correction = kind('money', '/walletFlow', 'correction:{ref}');
const wallet = kind('money', '/wallet');
const deposit = kind('money', '/wallet', 'deposit');
const hold = kind('money', '/wallet', 'hold:{id}');
const goods = kind('shop', '/goods?id={goods}', 'goods:{goods}');
const withdrawal = kind('money', '/history?no={no}', 'withdrawal:{no}');
const recharge = kind('money', '/history?no={no}', 'recharge:{no}');
const sendBack = kind('money', '/history?no={no}', 'send_back:{no}');
const level = kind('shop', '/upgrade');
const account = kind('money', '/bankList');
const password = kind('money', '/settings');
const appeal = kind('shop', '/appeal');
const appealAnswer = kind('shop', '/appeal', 'appeal:{no}');
const restricted = kind('shop', '/appeal', 'restriction:{id}');
const shop = kind('shop', '/shop');
const ad = kind('money', '/promotion', 'ad:{no}');
const identity = kind('shop', '/identity', 'identity');

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
  order_placed: act(order({ amount: 'money', payBy: 'deadline' }, 'due')),
  order_taken: order({ amount: 'figure' }),
  order_settled: orderMoney({ profit: 'figure', releaseAt: 'day' }, 'received'),
  orders_released: summed(kind('money', '/walletFlow', 'released:{id}')({ net: 'figure' }, 'done'), 'net'),
  order_declined: order({}, 'undone'),
  order_cancelled: order({}, 'undone'),
  order_lapsed: order({}, 'undone'),
  order_overdue: orderMoney({}, 'undone'),
  order_undelivered: orderMoney({}, 'undone'),
  order_partly_refunded: orderMoney({ partial: 'money', net: 'money' }, 'undone'),
  order_refunded: orderMoney({ reason: 'reason' }, 'undone'),
  case_opened: act(afterSale({ actBy: 'deadline' }, 'due')),
  case_in_review: afterSale({ decideBy: 'moment' }),
  case_finding: afterSale({ fault: 'reason' }),
  case_upheld: afterSale({ sendBackBy: 'moment' }, 'failed'),
  case_extended: afterSale({ decideBy: 'moment' }),
  case_sent_back: afterSale({ carrier: 'text' }),
  case_received: afterSale({ refundBy: 'moment' }),
  case_closed: afterSale({ outcome: 'reason' }),
  case_compensated: afterSaleMoney({ amount: 'money' }, 'received'),
  case_announced: act(caseAppeal({ postAt: 'moment' }, 'due')),
  correction_announced: act(correctionAppeal({ ref: 'text', amount: 'money', postAt: 'moment' }, 'due')),
  correction_dropped: correctionAppeal({ ref: 'text', amount: 'money' }),
  correction_undone: correction({ ref: 'text', amount: 'money' }),
  posting_corrected: correction({ ref: 'text', reason: 'words' }),
  parcel_exception: kind('order', '/logistics?id={orderId}', 'order:{orderId}')({ what: 'scan' }, 'failed'),
  comment_received: act(kind('order', '/orderComment?id={orderId}', 'order:{orderId}')({})),
  // Of a topic that no act has, so that it never replaces one that waits.
  order_rated: kind('order', '/orderComment?id={orderId}', 'rating:{orderId}')({ stars: 'text' }),
  hold_placed: act(hold({ amount: 'money', reason: 'reason', reviewBy: 'moment' }, 'failed')),
  hold_renewed: act(hold({ amount: 'money', reason: 'reason', reviewBy: 'moment' })),
  hold_released: hold({ amount: 'money', reason: 'reason' }, 'done'),
  friend_registered: kind('shop', '/invitation')({ friend: 'text' }, 'joined'),
  shop_opened: kind('system', '/identity')({ username: 'text' }),
  feedback_answered: kind('system', '/notifications')({ no: 'text', reply: 'words' }),
  goods_stock_out: act(goods({ goods: 'goods' }, 'failed')),
  goods_cost_change: act(goods({ goods: 'goods', oldCost: 'money', cost: 'money' })),
  goods_withdrawn: act(goods({ goods: 'goods' })),
  withdrawal_submitted: withdrawal({ ...numbered, amount: 'money', expectedBy: 'moment' }),
  withdrawal_sent: withdrawal({ ...numbered, net: 'money', expectedBy: 'moment' }),
  withdrawal_paid: withdrawal({ ...numbered, net: 'paidOut', proof: 'text' }, 'done'),
  withdrawal_cancelled: withdrawal({ ...numbered, amount: 'money' }),
  withdrawal_rejected: act(withdrawal({ ...numbered, amount: 'money', reason: 'reason' }, 'failed')),
  withdrawal_returned: act(withdrawal({ ...numbered, amount: 'money', reason: 'reason' })),
  withdrawal_overdue: act(withdrawal({ ...numbered, amount: 'money', expectedBy: 'moment' }, 'due')),
  withdrawal_unconfirmed: withdrawal({ ...numbered, net: 'money', backAt: 'moment' }),
  withdrawal_recalled: withdrawal({ ...numbered, amount: 'money', releaseAt: 'moment' }),
  withdrawal_restored: withdrawal({ ...numbered, amount: 'money' }, 'done'),
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
  recharge_reported: recharge({ ...numbered, amount: 'money', expectedBy: 'moment' }),
  recharge_completed: recharge({ ...numbered, received: 'figure' }, 'received'),
  recharge_differs: recharge({ ...numbered, amount: 'money', received: 'money', reason: 'reason' }),
  recharge_rejected: act(recharge({ ...numbered, amount: 'money', reason: 'reason' }, 'failed')),
  recharge_sent_back: sendBack({ ...numbered, arrived: 'money', proof: 'text' }),
  recharge_to_send_back: sendBack({ ...numbered, arrived: 'money', by: 'moment' }),
  recharge_not_sent_back: sendBack({ ...numbered, arrived: 'money', by: 'moment' }),
  recharge_overdue: act(recharge({ ...numbered, amount: 'money', expectedBy: 'moment' }, 'due')),
  account_added: checked(account({ last4: 'text', usableFrom: 'moment' })),
  account_changed: checked(account({ last4: 'text', usableFrom: 'moment' })),
  account_removed: checked(account({ last4: 'text' })),
  pay_password_set: password({}),
  pay_password_changed: checked(password({ usableFrom: 'moment' })),
  pay_password_reset: checked(password({ usableFrom: 'moment' })),
  pay_password_cleared: act(moneyAppeal({ usableFrom: 'moment' })),
  login_password_changed: checked(kind('shop', '/settings')({})),
  goods_policy: act(kind('shop', '/appeal', 'goods:{goods}')({ goods: 'goods' })),
  goods_restored: goods({ goods: 'goods' }, 'done'),
  restriction_placed: act(restricted(restriction, 'failed')),
  restriction_renewed: act(restricted(restriction)),
  restriction_ended: kind('shop', null, 'restriction:{id}')({ measure: 'reason' }),
  score_changed: act(appeal({ points: 'text', facts: 'words' })),
  appeal_received: kind('shop', null, 'appeal:{no}')({ ...numbered, decideBy: 'moment' }),
  appeal_overdue: appealAnswer({ ...numbered, decideBy: 'moment' }, 'due'),
  appeal_upheld: appealAnswer({ ...numbered, answer: 'words' }, 'failed'),
  appeal_reversed: appealAnswer({ ...numbered, answer: 'words' }, 'done'),
  level_changed: shop({ level: 'level', cap: 'text' }),
  shop_closing: shop({ dueAt: 'moment' }),
  shop_reopened: kind('shop', '/wallet')({}),
  deposit_paid: wallet({ amount: 'money' }),
  deposit_refilled: summed(kind('money', '/wallet', 'refilled:{id}')({ amount: 'money' }), 'amount'),
  deposit_returning: deposit({ amount: 'money', dueAt: 'moment' }),
  deposit_moved: deposit({ amount: 'money', dueAt: 'moment' }),
  deposit_returned: deposit({ amount: 'money' }, 'done'),
  ad_bought: ad({ ...numbered, amount: 'money', endsAt: 'moment' }),
  ad_completed: ad(promotion),
  ad_cancelled: ad(promotion),
  identity_applying: identity({ reviewBy: 'moment' }),
  identity_overdue: kind('shop', '/service', 'identity')({ reviewBy: 'moment' }, 'due'),
  identity_withdrawn: identity({}),
  identity_verified: identity({}, 'done'),
  identity_rejected: act(identity({ note: 'words' }, 'due')),
  identity_expiring: act(identity({ expiresAt: 'moment' }, 'due')),
  identity_expired: act(identity({}, 'due')),
  identity_revoked: act(kind('shop', '/appeal', 'identity')({ facts: 'words' })),
  qualification_verified: shop({}, 'done'),
  qualification_rejected: act(shop({ reason: 'reason' }, 'failed')),
  shop_changed: shop({}),
  shop_phone_changed: checked(shop({ phone: 'text' })),
} as const;

export type NoticeKindName = keyof typeof noticeKinds;
/** The parameters of a kind, each as it is stored: decimal text, ISO 8601, a reason's code, or words. */
export type NoticeParams<K extends NoticeKindName> = Record<keyof (typeof noticeKinds)[K]['params'], string>;

/** What a kind's row says. */
export interface Kind extends ReturnType<ReturnType<typeof kind>> {
  /** It asks its merchant to act. */
  act?: boolean;
  /** The parameter that a later notice of the topic adds to. */
  sum?: string;
  /** The sentence of the section `statement` that ends its body. */
  ending?: 'not_you';
}

/** Returns the row of a stored kind; undefined for one that is no longer sent. */
export const kindOf = (name: string): Kind | undefined =>
  Object.hasOwn(noticeKinds, name) ? noticeKinds[name as NoticeKindName] : undefined;
