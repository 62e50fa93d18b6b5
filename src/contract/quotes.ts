import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, currency, id, ids, money, queryIds, signedAmount, time } from './fields.ts';
import { fundings } from './status.ts';

/** The fields of every quote: nothing is charged that it does not contain, and nothing twice. */
const quoted = {
  quoteId: id,
  expiresAt: time,
  currency,
  /** Parts of the total; `key` names a text, a deduction is negative. */
  lines: v.array(v.object({ key: v.string(), amount: signedAmount })),
  fee: amount,
  total: amount,
  /** The amount charged to the balance: zero where the buyer's held payment pays. */
  charged: amount,
  /** Below zero when the balance is short. */
  balanceAfter: signedAmount,
};

/** One order within an order quote; `cost` is the goods without shipping. */
const orderQuoteLine = v.object({
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

/** The quote of paying orders; `fee` is for the payment, and `perOrder` contains the platform's fee on each order. */
export const orderQuote = v.object({
  ...quoted,
  kind: v.literal('order'),
  /** `mixed` when the orders differ; each line has its own funding. */
  funding: v.picklist([...fundings, 'mixed']),
  fundingReason: v.nullable(v.string()),
  perOrder: v.array(orderQuoteLine),
  expectedProfit: signedAmount,
  /** How much the balance lacks; null when it is enough. */
  shortfall: v.nullable(amount),
});

/** The quote of a withdrawal; `net` is the amount that arrives. */
export const withdrawQuote = v.object({
  ...quoted,
  kind: v.literal('withdraw'),
  net: amount,
  expectedBy: time,
});

/** The quote of a promotion, and its refund rule. */
export const adQuote = v.object({ ...quoted, kind: v.literal('ad'), refundRule: v.string() });

/** The quote of another level; `deposit` is refundable by its rule, the rest is not. */
export const upgradeQuote = v.object({
  ...quoted,
  kind: v.literal('upgrade'),
  deposit: amount,
  depositRefundRule: v.string(),
});

/** What is to be paid; `kind` determines the fields. */
const quoteInput = v.variant('kind', [
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
    effect: 'read',
    whileBlocked: true,
    feature: 'quote',
  },
  'GET /v1/order/pay/amount': {
    about: 'The quote for paying the purchase cost of orders.',
    input: v.object({ orderIds: queryIds(20) }),
    output: orderQuote,
    codes: userCodes(203, 404),
    auth: 'user',
    effect: 'read',
  },
} as const satisfies CallSpecs;
