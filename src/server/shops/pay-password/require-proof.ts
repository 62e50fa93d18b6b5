import type { Parsed } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import type { Context, RequestContext } from '../../platform/context.ts';
import { hasPassword, limitPasswordWork, verifyPassword } from '../../platform/passwords.ts';
import { missingField, type Refusal, refuse } from '../../platform/refuse.ts';
import {
  consumeAttempt,
  passwordAttempts,
  resetAttempts,
  resetCodeAttempts,
  subjectOf,
} from '../sessions/throttle.ts';
import { userById } from '../sessions/user-row.ts';
import { endVerification, requireCode } from '../verify-codes/verify-code.ts';
import { requirePayPassword } from './require-pay-password.ts';

/** Checks the login password again, as rate-limited here as at sign-in. */
export async function requireLoginPassword(
  context: RequestContext,
  { id, passwordHash }: { id: string; passwordHash: string },
  secret: string,
  wrong: Refusal = refuse(codes.wrongCredentials, { field: 'loginPassword' }),
): Promise<void> {
  const subject = subjectOf('login_password', id);
  await consumeAttempt(context, subject, passwordAttempts);
  const compare = () => verifyPassword(secret, passwordHash, context.config.passwordCost);
  if (!(await limitPasswordWork(id, compare))) throw wrong;
  await resetAttempts(context, subject);
}

type Change = 'POST /v1/user/update_pay_password';

/** Checks the proof for a change of the payment password: the old one, or the login password where none is set. */
export async function requireChangeProof(context: Context<Change>, input: Parsed<Change>): Promise<void> {
  const { caller } = context;
  const user = await userById(context.db, caller.userId);
  if (user.payPasswordHash === null) {
    // An account that a partner opened has no login password: the partner's sign-in has identified the user.
    if (!hasPassword(user)) return;
    if (input.loginPassword === undefined) throw missingField('loginPassword');
    return requireLoginPassword(context, user, input.loginPassword);
  }
  if (input.oldPassword === undefined) throw missingField('oldPassword');
  return requirePayPassword(context, caller, input.oldPassword, codes.oldPasswordWrong);
}

type Reset = 'POST /v1/user/reset_pay_password';

/** Checks the two proofs for a reset of the payment password: the login password and a verification code. */
export async function requireResetProof(context: Context<Reset>, input: Parsed<Reset>): Promise<void> {
  const user = await userById(context.db, context.caller.userId);
  await requireLoginPassword(context, user, input.loginPassword);
  // A code has few tries for each address it was sent to; these tries are counted for the user, from all addresses
  // together.
  const subject = subjectOf('reset_pay_password', user.id);
  if (input.verifyCode !== undefined) await consumeAttempt(context, subject, resetCodeAttempts);
  await requireCode(context, user.username, input.verifyCode);
  await endVerification(context, user.username);
  await resetAttempts(context, subject);
}

type Edit = 'POST /v1/shop/edit';

/**
 * Checks the payment password where a phone is sent, the first one or even the current one: codes are delivered to it,
 * and without a proof a session alone could redirect them, or find the number out by guessing.
 * @throws Refusal 403 `phone_proof` the password is absent, 445 none is set, 446 it differs
 */
export async function requirePhoneProof(context: Context<Edit>, input: Parsed<Edit>): Promise<void> {
  if (input.phone === undefined) return;
  if (input.payPassword === undefined)
    throw refuse(codes.parameterMissing, {
      field: 'payPassword',
      reason: 'phone_proof',
      params: { kind: 'required' },
    });
  return requirePayPassword(context, context.caller, input.payPassword);
}
