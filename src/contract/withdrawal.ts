import * as v from 'valibot';
import { account } from './account.ts';
import { amount, currency, id, operatorTexts, time } from './fields.ts';
import { results, withdrawPassings, withdrawSteps, withdrawWaits } from './status.ts';

// Separate from withdrawals.ts, so that the wallet's flow can show one beside its rows.

/** A withdrawal with its number, its fee, and its progress. */
export const withdrawal = v.object({
  id,
  no: v.string(),
  status: v.picklist(results),
  step: v.picklist(withdrawSteps),
  currency,
  amount,
  fee: amount,
  /** The amount that arrives: amount − fee. */
  net: amount,
  /** The account at the time of the request. */
  account,
  createdAt: time,
  /** When it is paid or returned at the latest; `overdue` once that has passed without either. */
  expectedBy: time,
  overdue: v.boolean(),
  /** It is neither sent nor being paid: the merchant may cancel it. */
  cancellable: v.boolean(),
  /** Why it failed: a closed code, its text, and what to do now. */
  reasonCode: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  operatorTexts,
  nextStep: v.nullable(v.string()),
  /** The reference or transaction hash, once it is sent. */
  proof: v.nullable(v.string()),
  /**
   * While it is being paid, sent and not confirmed, overdue, or back and on hold: why the money is out of reach, since
   * when, and by when at the latest; one that is being paid can be cancelled again from then on. `appealUrl` is the
   * in-app path of an appeal once it is overdue.
   */
  waiting: v.optional(
    v.nullable(
      v.object({
        state: v.picklist(withdrawWaits),
        text: v.string(),
        since: time,
        until: time,
        appealUrl: v.nullable(v.string()),
      }),
    ),
  ),
  /** The states that an unconfirmed withdrawal entered by time, beside the steps of its timeline. */
  passed: v.optional(v.array(v.object({ event: v.picklist(withdrawPassings), at: time }))),
  timeline: v.array(v.object({ step: v.picklist(withdrawSteps), at: time })),
});
