import * as v from 'valibot';
import { type CallSpecs, moneyCodes } from './call-spec.ts';
import { id, money, payPassword } from './fields.ts';
import { wallet } from './wallet.ts';
import { withdrawal } from './withdrawal.ts';

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
