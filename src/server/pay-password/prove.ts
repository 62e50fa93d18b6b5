import { eq } from 'drizzle-orm';
import type { Parsed } from '../../contract/calls.ts';
import { codes } from '../../contract/errors.ts';
import type { Context, RequestContext } from '../context.ts';
import { type Refusal, refuse } from '../refuse.ts';
import { users } from '../schema/session.ts';
import { paymentGate, verifyPassword } from '../session/passwords.ts';
import { claimTry, forgetTries, passwordTries, resetTries, subjectOf } from '../session/throttle.ts';
import { endVerification, requireCode } from '../verify-codes/verify-code.ts';
import { requirePayPassword } from './require-pay-password.ts';

const missing = (field: string): Refusal =>
  refuse(codes.parameterMissing, { field, params: { kind: 'required' } });

const userOf = async ({ db }: RequestContext, userId: string) => {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw refuse(codes.invalidAccount);
  return user;
};

/** The password that was signed in with, asked for again: as slow to guess here as there. */
async function requireLoginPassword(
  context: RequestContext,
  { id, passwordHash }: { id: string; passwordHash: string },
  secret: string,
): Promise<void> {
  const subject = subjectOf('login_password', id);
  await claimTry(context, subject, passwordTries);
  const compare = () => verifyPassword(secret, passwordHash, context.config.passwordCost);
  if (!(await paymentGate(id, compare))) throw refuse(codes.wrongCredentials, { field: 'loginPassword' });
  await forgetTries(context, subject);
}

type Change = 'POST /v1/user/update_pay_password';

/** The old one changes a payment password; the first one is set by the password that was signed in with. */
export async function proveForChange(context: Context<Change>, input: Parsed<Change>): Promise<void> {
  const { actor } = context;
  const user = await userOf(context, actor.userId);
  if (user.payPasswordHash === null) {
    if (input.loginPassword === undefined) throw missing('loginPassword');
    return requireLoginPassword(context, user, input.loginPassword);
  }
  if (input.oldPassword === undefined) throw missing('oldPassword');
  return requirePayPassword(context, actor, input.oldPassword, codes.oldPasswordWrong);
}

type Reset = 'POST /v1/user/reset_pay_password';

/** Whoever has forgotten it brings two things: the password that was signed in with, and a code that was sent. */
export async function proveForReset(context: Context<Reset>, input: Parsed<Reset>): Promise<void> {
  const user = await userOf(context, context.actor.userId);
  await requireLoginPassword(context, user, input.loginPassword);
  // A code has few tries for each address it was sent to; these are for one user, whatever they come from.
  const subject = subjectOf('reset_pay_password', user.id);
  if (input.verifyCode !== undefined) await claimTry(context, subject, resetTries);
  await requireCode(context, user.username, input.verifyCode);
  await endVerification(context, user.username);
  await forgetTries(context, subject);
}
