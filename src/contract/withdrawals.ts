import * as v from 'valibot';
import { account } from './account.ts';
import { type CallSpecs, moneyCodes } from './call-spec.ts';
import { amount, currency, id, money, payPassword, time } from './fields.ts';
import { results, withdrawSteps } from './status.ts';
import { wallet } from './wallet.ts';

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
  account,
  createdAt: time,
  expectedBy: time,
  reason: v.nullable(v.string()),
  /** Reference or transaction hash once it is sent. */
  proof: v.nullable(v.string()),
  timeline: v.array(v.object({ step: v.picklist(withdrawSteps), at: time })),
});

/** `amount` is what leaves the balance; the fee comes out of it. */
export const withdrawInput = v.object({ amount: money, accountId: id, payPassword, quoteId: v.optional(id) });

const output = v.object({ withdrawal, wallet });

export const withdrawalsCalls = {
  'POST /v1/user/withdraw/add': {
    about: 'Withdraw to an account. The amount is frozen with its reason until it is sent or returned.',
    input: withdrawInput,
    output,
    codes: moneyCodes(449, 451),
    auth: 'user',
    keyed: true,
    money: true,
  },
  'POST /v1/user/withdraw/cancel': {
    about: 'Take back a withdrawal that is not sent yet, without a fee.',
    input: v.object({ id }),
    output,
    codes: moneyCodes(404),
    auth: 'user',
    keyed: true,
    money: true,
    feature: 'withdrawCancel',
  },
} as const satisfies CallSpecs;
