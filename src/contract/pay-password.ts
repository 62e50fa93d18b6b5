import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { payPassword, time } from './fields.ts';
import { problemMessage } from './messages.ts';
import { password, verifyCode } from './session.ts';

/** Six digits that are not one digit repeated and not counted up or down. */
const newPayPassword = v.pipe(payPassword, v.check(isHardToGuess, problemMessage('easy_to_guess')));

const entries = { newPassword: newPayPassword, confirmPassword: payPassword };
const output = v.object({ payPasswordSet: v.literal(true), withdrawUsableFrom: time });

/**
 * A change needs the old password, a first setting the login password; where the needed one is absent, it is missing. A
 * user without a login password (`passwordSet` of GET /v1/me is false) sets the first one by the session.
 */
const payPasswordInput = v.pipe(
  v.object({ ...entries, oldPassword: v.optional(payPassword), loginPassword: v.optional(password) }),
  v.forward(v.partialCheck([['newPassword'], ['confirmPassword']], isSame, problemMessage('inconsistent')), [
    'confirmPassword',
  ]),
);

/** The fields of a form where no payment password is set yet. */
export const firstPayPassword = v.pipe(
  v.object({ ...entries, loginPassword: password }),
  v.forward(v.partialCheck([['newPassword'], ['confirmPassword']], isSame, problemMessage('inconsistent')), [
    'confirmPassword',
  ]),
);

/** The fields of a form where no payment password is set yet and there is no login password. */
export const chosenPayPassword = v.pipe(
  v.object(entries),
  v.forward(v.partialCheck([['newPassword'], ['confirmPassword']], isSame, problemMessage('inconsistent')), [
    'confirmPassword',
  ]),
);

/** The fields of a form where one payment password replaces another. */
export const changedPayPassword = v.pipe(
  v.object({ ...entries, oldPassword: payPassword }),
  v.forward(v.partialCheck([['newPassword'], ['confirmPassword']], isSame, problemMessage('inconsistent')), [
    'confirmPassword',
  ]),
);

/** The input of a reset after it was forgotten: the login password, and a verification code. */
export const resetPayPasswordInput = v.pipe(
  v.object({ ...entries, loginPassword: password, verifyCode }),
  v.forward(v.partialCheck([['newPassword'], ['confirmPassword']], isSame, problemMessage('inconsistent')), [
    'confirmPassword',
  ]),
);

export const payPasswordCalls = {
  'POST /v1/user/update_pay_password': {
    about:
      'Set the transaction password (with the login password) or change it (with the old one; another than that).',
    input: payPasswordInput,
    output,
    codes: userCodes(204, 413, 443),
    auth: 'user',
    effect: 'keyed',
    proof: 'payPasswordChange',
    whileBlocked: true,
  },
  'POST /v1/user/reset_pay_password': {
    about: 'Replace a forgotten transaction password, with the login password and a verification code.',
    input: resetPayPasswordInput,
    output,
    codes: userCodes(413, 414, 415, 416),
    auth: 'user',
    effect: 'keyed',
    proof: 'payPasswordReset',
    feature: 'resetPayPassword',
    fieldCodes: { verifyCode: { missing: 416, invalid: 415 } },
  },
} as const satisfies CallSpecs;

function isSame(input: { newPassword: string; confirmPassword: string }): boolean {
  return input.newPassword === input.confirmPassword;
}

function isHardToGuess(digits: string): boolean {
  const repeated = new Set(digits).size === 1;
  return !repeated && !'0123456789'.includes(digits) && !'9876543210'.includes(digits);
}
