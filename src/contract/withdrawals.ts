import * as v from 'valibot';
import { account } from './account.ts';
import { type CallSpecs, moneyCodes } from './call-spec.ts';
import { amount, currency, id, money, operatorTexts, payPassword, time } from './fields.ts';
import { results, withdrawPassings, withdrawSteps, withdrawWaits } from './status.ts';
import { wallet } from './wallet.ts';

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

/** `amount` is charged to the balance; the fee is deducted from it. */
export const withdrawInput = v.object({ amount: money, accountId: id, payPassword, quoteId: v.optional(id) });

const output = v.object({ withdrawal, wallet });

export const withdrawalsCalls = {
  'POST /v1/user/withdraw/add': {
    about: 'Withdraw to an account. The amount is frozen with its reason until it is sent or returned.',
    input: withdrawInput,
    output,
    codes: moneyCodes(449, 451),
    auth: 'user',
    effect: 'repeatable',
    proof: 'payPassword',
    whileBlocked: true,
    money: true,
  },
  'POST /v1/user/withdraw/cancel': {
    about: 'Take back a withdrawal that is neither sent nor being paid, without a fee.',
    input: v.object({ id }),
    output,
    codes: moneyCodes(404),
    auth: 'user',
    effect: 'keyed',
    whileBlocked: true,
    money: true,
    feature: 'withdrawCancel',
  },
} as const satisfies CallSpecs;
