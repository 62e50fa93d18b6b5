import * as v from 'valibot';
import { amount, currency, id, time } from './fields.ts';
import { rechargeSteps, results } from './status.ts';

// Apart from recharges.ts, so that the wallet's flow can show one beside its rows.

/** A payment that was reported; `amount` is what was said, `received` what came. */
export const recharge = v.object({
  id,
  no: v.string(),
  status: v.picklist(results),
  step: v.picklist(rechargeSteps),
  currency,
  amount,
  /** What arrived, once it is known; it is what gets credited. */
  received: v.nullable(amount),
  /** The channel's name; null for money that came without being reported. */
  channel: v.nullable(v.string()),
  /** The transaction hash or the bank's reference, as it was reported. */
  proof: v.string(),
  /** Why it failed, or why another amount came than was said: a closed code, the words, and what to do now. */
  reasonCode: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  nextStep: v.nullable(v.string()),
  createdAt: time,
  expectedBy: time,
  /** Still under review after `expectedBy`. */
  overdue: v.boolean(),
  timeline: v.array(v.object({ step: v.picklist(rechargeSteps), at: time })),
});
