import { eq } from 'drizzle-orm';
import type { Parsed } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { requireUncommonPassword } from '../../platform/common-passwords.ts';
import type { Context, Handlers } from '../../platform/context.ts';
import { hashPassword, hasPassword, limitPasswordWork, verifyPassword } from '../../platform/passwords.ts';
import { refuse } from '../../platform/refuse.ts';
import { users } from '../../schema/session.ts';
import { notify } from '../notices/notify.ts';
import { requireLoginPassword } from '../pay-password/require-proof.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';
import { userById } from '../sessions/user-row.ts';

type Change = 'POST /v1/user/update_password';

/**
 * Checks the login password, as rate-limited here as at sign-in.
 * @throws Refusal 421 it differs, 201 `too_many_attempts`, 203 `no_password` where the user never had one
 */
export async function requireLoginPasswordProof(
  context: Context<Change>,
  input: Parsed<Change>,
): Promise<void> {
  const user = await userById(context.db, context.caller.userId);
  if (!hasPassword(user)) throw refuse(codes.invalidOperation, { reason: 'no_password' });
  const wrong = refuse(codes.oldPasswordIncorrect, { field: 'oldPassword' });
  await requireLoginPassword(context, user, input.oldPassword, wrong);
}

/** The old password is the call's proof, and is checked before. */
export const loginPasswordHandlers = {
  'POST /v1/user/update_password': async (context, { newPassword }) => {
    await requireUncommonPassword(newPassword, 'newPassword');
    const { db: tx, caller, tokenHash, config, random, clock } = context;
    const { userId, shopId } = caller;
    const [user] = await tx
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    if (!user) throw refuse(codes.invalidAccount);
    const isSame = () => verifyPassword(newPassword, user.passwordHash, config.passwordCost);
    if (await limitPasswordWork(userId, isSame))
      throw refuse(codes.operationFailed, { field: 'newPassword', reason: 'unchanged' });
    const passwordHash = await limitPasswordWork(userId, () =>
      hashPassword(newPassword, config.passwordCost, random),
    );
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
    const ended = await revokeSessions(context, userId, { tokenHash });
    const at = clock.now();
    await notify(tx, { kind: 'login_password_changed', params: {}, shopId, at });
    return { ended };
  },
} satisfies Handlers<Change>;
