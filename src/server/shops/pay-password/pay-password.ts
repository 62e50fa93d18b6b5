import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Handlers } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { users } from '../../schema/session.ts';
import { setPayPassword } from './set-pay-password.ts';

// The lock lets only one of two concurrent calls set the first password.
async function lockUser(tx: Database, userId: string) {
  const [user] = await tx
    .select({
      hash: users.payPasswordHash,
      usableFrom: users.payUsableFrom,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!user) throw refuse(codes.invalidAccount);
  return user;
}

/** The caller's proof was checked by `requireChangeProof` and `requireResetProof`, before the transaction. */
export const payPasswordHandlers = {
  'POST /v1/user/update_pay_password': async (context, { newPassword, oldPassword }) => {
    const { db: tx, caller } = context;
    const before = await lockUser(tx, caller.userId);
    // A concurrent call has just set the first password, so the old one is required now.
    if (before.hash !== null && oldPassword === undefined)
      throw refuse(codes.oldPasswordWrong, { field: 'oldPassword' });
    const way = before.hash === null ? 'first' : 'changed';
    return setPayPassword(context, { caller, secret: newPassword, before, way });
  },

  'POST /v1/user/reset_pay_password': async (context, { newPassword }) => {
    const { db: tx, caller } = context;
    const before = await lockUser(tx, caller.userId);
    return setPayPassword(context, { caller, secret: newPassword, before, way: 'reset' });
  },
} satisfies Partial<Handlers>;
