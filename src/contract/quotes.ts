import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, currency, id, ids, money, signedAmount, time } from './fields.ts';
import { queryIds } from './query.ts';
import { fundings } from './status.ts';

/** What a quote says of every payment: nothing is charged that does not stand here, and nothing twice. */
const quoted = {
  quoteId: id,
  expiresAt: time,
  currency,
  /** Parts of the total; `key` names a text, a deduction is negative. */
  lines: v.array(v.object({ key: v.string(), amount: signedAmount })),
  fee: amount,
  total: amount,
  /** What leaves the balance: nothing where the buyer's held payment pays. */
  charged: amount,
  /** Below zero when the balance is short. */
  balanceAfter: signedAmount,
};

/** One order within an order quote; `cost` is the goods without shipping. */
export const orderQuoteLine = v.object({
  orderId: id,
  no: v.string(),
  funding: v.picklist(fundings),
  fundingReason: v.nullable(v.string()),
  cost: amount,
  shipping: amount,
  fee: amount,
  total: amount,
  expectedProfit: signedAmount,
});

/** What paying orders comes to; `fee` is for the payment, the platform's own fee on each order stands in `perOrder`. */
export const orderQuote = v.object({
  ...quoted,
  kind: v.literal('order'),
  /** `mixed` when the orders differ; each says its own. */
  funding: v.picklist([...fundings, 'mixed']),
  fundingReason: v.nullable(v.string()),
  perOrder: v.array(orderQuoteLine),
  expectedProfit: signedAmount,
  /** How much the balance lacks; null when it is enough. */
  shortfall: v.nullable(amount),
});

/** What a withdrawal comes to; `net` is what arrives. */
export const withdrawQuote = v.object({
  ...quoted,
  kind: v.literal('withdraw'),
  net: amount,
  expectedBy: time,
});

/** What a promotion comes to, and what of it can be taken back. */
export const adQuote = v.object({ ...quoted, kind: v.literal('ad'), refundRule: v.string() });

/** What another level comes to; `deposit` comes back by its rule, the rest does not. */
export const upgradeQuote = v.object({
  ...quoted,
  kind: v.literal('upgrade'),
  deposit: amount,
  depositRefundRule: v.string(),
});

/** What is to be paid: which fields there are follows from `kind`. */
export const quoteInput = v.variant('kind', [
  v.object({ kind: v.literal('order'), orderIds: ids(20) }),
  v.object({ kind: v.literal('withdraw'), amount: money, accountId: id }),
  v.object({ kind: v.literal('ad'), adId: id, goodsId: v.optional(id) }),
  v.object({ kind: v.literal('upgrade'), typeId: id }),
]);

export const quotesCalls = {
  'POST /v1/quote': {
    about: 'What a payment would cost, held for a few minutes. Changes nothing.',
    input: quoteInput,
    output: v.variant('kind', [orderQuote, withdrawQuote, adQuote, upgradeQuote]),
    codes: userCodes(203, 404, 409, 448, 449, 450, 451),
    auth: 'user',
    whileBlocked: true,
    feature: 'quote',
  },
  'GET /v1/order/pay/amount': {
    about: 'The quote for paying the purchase cost of orders.',
    input: v.object({ orderIds: queryIds(20) }),
    output: orderQuote,
    codes: userCodes(203, 404),
    auth: 'user',
  },
} as const satisfies CallSpecs;
