import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, currency, id, ids, prose, signedAmount, time } from './fields.ts';
import { named } from './named.ts';
import { afterSaleStates } from './status.ts';

/** What a merchant can answer to a case. */
export const afterSaleAnswers = ['approve', 'reject'] as const;

/** A buyer's case on an order: who acts next, by when, and what each answer would do to the money. */
export const afterSaleCase = v.object({
  caseId: id,
  orderId: id,
  orderNo: v.string(),
  type: v.picklist(['refund', 'return_refund']),
  state: v.picklist(afterSaleStates),
  reason: v.string(),
  wanted: amount,
  currency,
  evidence: v.array(v.object({ url: v.string(), at: time })),
  openedAt: time,
  actBy: v.nullable(time),
  next: v.nullable(v.picklist(['buyer', 'merchant', 'platform'])),
  choices: v.array(
    v.object({
      answer: v.picklist(afterSaleAnswers),
      lines: v.array(v.object({ key: v.string(), amount: signedAmount })),
    }),
  ),
  history: v.array(v.object({ state: v.picklist(afterSaleStates), at: time, text: v.nullable(v.string()) })),
});

/** An answer to a case; a rejection needs a reason of 1 to 500 graphemes, with at most three files. */
export const afterSaleInput = v.pipe(
  v.object({
    caseId: id,
    answer: v.picklist(afterSaleAnswers),
    reason: v.optional(prose(1, 500)),
    fileIds: v.optional(ids(3)),
  }),
  v.forward(
    v.check((input) => input.answer === 'approve' || Boolean(input.reason), named('required')),
    ['reason'],
  ),
);

export const afterSaleCalls = {
  'POST /v1/order/after-sale': {
    about: "The merchant's answer to a buyer's case; a rejection says why.",
    input: afterSaleInput,
    output: v.object({ case: afterSaleCase }),
    codes: userCodes(203, 404),
    auth: 'user',
    keyed: true,
    feature: 'afterSale',
  },
} as const satisfies CallSpecs;
