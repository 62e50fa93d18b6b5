// A buyer's case on an order. On the wire it is called after-sale: paths, the field of an order, the filter and the
// feature were released under that name, which their readers depend on. Everywhere else it is a case.
import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, currency, id, ids, ledgerEntry, prose, signedAmount, time } from './fields.ts';
import { problemMessage } from './messages.ts';
import { caseOutcomes, caseParties, caseReasons, caseStates, caseTypes, faults } from './status.ts';

/** What a merchant can answer to a case. */
const caseAnswers = ['approve', 'reject'] as const;

/**
 * The effect of a refund: the buyer's amount, the merchant's accounts under their names in the wallet, and `net`, the
 * expected proceeds of the order. Lines without a change are omitted.
 */
const effectLine = v.object({
  key: v.picklist(['buyer', 'balance', 'shopBalance', 'depositMargin', 'net']),
  amount: signedAmount,
});

/** A file or a note that a party added as evidence; a file's link is valid for some minutes. */
const caseEvidence = v.object({
  at: time,
  by: v.picklist(caseParties),
  text: v.nullable(v.string()),
  url: v.nullable(v.string()),
});

/** A buyer's case on an order: who acts next, by when, and the effect of each answer on the money. */
export const buyerCase = v.object({
  caseId: id,
  orderId: id,
  orderNo: v.string(),
  type: v.picklist(caseTypes),
  state: v.picklist(caseStates),
  reasonCode: v.picklist(caseReasons),
  /** In the buyer's own words. */
  reason: v.string(),
  /** What the buyer wants back, of `paid`. */
  wanted: amount,
  paid: amount,
  currency,
  evidence: v.array(caseEvidence),
  openedAt: time,
  /** The date by which `next` has to act; after it the case continues by itself. */
  actBy: v.nullable(time),
  next: v.nullable(v.picklist(caseParties)),
  /** Who bears the purchase cost by the present finding; postings follow only this one. */
  fault: v.picklist(faults),
  /** What a refund would do now; null once the case is closed. */
  effect: v.nullable(v.array(effectLine)),
  /** The answers that are open to the merchant now, with their effects; empty while others have to act. */
  choices: v.array(v.object({ answer: v.picklist(caseAnswers), lines: v.array(effectLine) })),
  /** What the case pauses, and when it would have been due. */
  paused: v.nullable(v.object({ what: v.picklist(['settlement', 'release']), dueAt: v.nullable(time) })),
  returnParcel: v.nullable(v.object({ carrier: v.string(), trackingNo: v.string() })),
  outcome: v.nullable(v.picklist(caseOutcomes)),
  refunded: v.nullable(amount),
  /** In-app path of the appeal against the platform's decision. */
  appeal: v.nullable(v.string()),
  history: v.array(
    v.object({
      state: v.picklist(caseStates),
      at: time,
      by: v.picklist(caseParties),
      text: v.nullable(v.string()),
    }),
  ),
});

/** A case by its id, or the newest case of an order. */
const caseInfoInput = v.pipe(
  v.object({ caseId: v.optional(id), orderId: v.optional(id) }),
  v.forward(
    v.check((input) => Boolean(input.caseId) !== Boolean(input.orderId), problemMessage('case_or_order')),
    ['caseId'],
  ),
);

/** An answer to a case; a rejection needs a reason of 1 to 500 graphemes, with at most three files. */
const caseAnswerInput = v.pipe(
  v.object({
    caseId: id,
    answer: v.picklist(caseAnswers),
    reason: v.optional(prose(1, 500)),
    /** Uploads of the type `certificate`. */
    fileIds: v.optional(ids(3)),
  }),
  v.forward(
    v.check((input) => input.answer === 'approve' || Boolean(input.reason), problemMessage('required')),
    ['reason'],
  ),
);

export const caseCalls = {
  'POST /v1/order/after-sale/info': {
    about: "A buyer's case: who acts next and by when, what was laid before, and what each answer would do.",
    input: caseInfoInput,
    output: v.object({ case: buyerCase }),
    codes: userCodes(404),
    auth: 'user',
    effect: 'read',
    feature: 'afterSale',
  },
  'POST /v1/order/after-sale': {
    about: "The merchant's answer to a buyer's case; a rejection says why.",
    input: caseAnswerInput,
    output: v.object({
      case: buyerCase,
      /** The shop's last movement, which an approval may have made; null before the first. */
      ledger: v.optional(v.nullable(ledgerEntry)),
    }),
    codes: userCodes(203, 404),
    auth: 'user',
    effect: 'keyed',
    feature: 'afterSale',
  },
} as const satisfies CallSpecs;
