import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { count } from './fields.ts';
import { problemMessage } from './messages.ts';
import { password } from './session.ts';

/** The input to change the login password: the current one, and the new one twice. */
export const loginPasswordInput = v.pipe(
  v.object({ oldPassword: password, newPassword: password, confirmPassword: password }),
  v.forward(v.partialCheck([['newPassword'], ['confirmPassword']], isSame, problemMessage('inconsistent')), [
    'confirmPassword',
  ]),
);

export const loginPasswordCalls = {
  'POST /v1/user/update_password': {
    about:
      'Change the password that is signed in with (another than the old one); every other session of the user ends.',
    input: loginPasswordInput,
    output: v.object({ ended: count }),
    codes: userCodes(203, 204, 421),
    auth: 'user',
    effect: 'keyed',
    proof: 'loginPassword',
    whileBlocked: true,
    feature: 'updatePassword',
  },
} as const satisfies CallSpecs;

function isSame(input: { newPassword: string; confirmPassword: string }): boolean {
  return input.newPassword === input.confirmPassword;
}
