import * as v from 'valibot';
import { amount, currency, id, operatorTexts, time } from './fields.ts';
import { rechargeSteps, results } from './status.ts';

// Separate from recharges.ts, so that the wallet's flow can show one beside its rows.

/** A reported payment; `amount` is the reported amount, `received` the amount that arrived. */
export const recharge = v.object({
  id,
  no: v.string(),
  status: v.picklist(results),
  step: v.picklist(rechargeSteps),
  currency,
  amount,
  /** The amount that arrived, once it is known; it is the amount credited. */
  received: v.nullable(amount),
  /** The channel's name; null for money that arrived without a report. */
  channel: v.nullable(v.string()),
  /** The transaction hash or the bank's reference, as reported. */
  proof: v.string(),
  /** Why it failed, or why another amount arrived than was reported: a closed code, its text, and what to do now. */
  reasonCode: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  operatorTexts,
  nextStep: v.nullable(v.string()),
  createdAt: time,
  expectedBy: time,
  /** Still under review after `expectedBy`. */
  overdue: v.boolean(),
  /**
   * Money that arrived for a refused recharge and is returned to its sender: by when, whether that date has passed,
   * and, once returned, when and by which reference. An appeal against the refusal moves the date behind its answer.
   * Null where nothing arrived.
   */
  sendBack: v.optional(
    v.nullable(
      v.object({
        amount,
        by: time,
        overdue: v.boolean(),
        sentAt: v.nullable(time),
        proof: v.nullable(v.string()),
        appealUrl: v.nullable(v.string()),
      }),
    ),
  ),
  timeline: v.array(v.object({ step: v.picklist(rechargeSteps), at: time })),
});
