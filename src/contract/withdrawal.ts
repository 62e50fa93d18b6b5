import * as v from 'valibot';
import { account } from './account.ts';
import { amount, currency, id, time } from './fields.ts';
import { results, withdrawSteps } from './status.ts';

// Apart from withdrawals.ts, so that the wallet's flow can show one beside its rows.

/** A withdrawal under its number, its fee, and how far it is. */
export const withdrawal = v.object({
  id,
  no: v.string(),
  status: v.picklist(results),
  step: v.picklist(withdrawSteps),
  currency,
  amount,
  fee: amount,
  /** What arrives: amount − fee. */
  net: amount,
  /** The account as it was when the withdrawal was asked for. */
  account,
  createdAt: time,
  /** When it is paid or given back at the latest; `overdue` once that has passed without either. */
  expectedBy: time,
  overdue: v.boolean(),
  /** It is not sent yet: the merchant may still take it back. */
  cancellable: v.boolean(),
  /** Why it failed: a closed code, the words for it, and what to do now. */
  reasonCode: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  nextStep: v.nullable(v.string()),
  /** Reference or transaction hash once it is sent. */
  proof: v.nullable(v.string()),
  timeline: v.array(v.object({ step: v.picklist(withdrawSteps), at: time })),
});
