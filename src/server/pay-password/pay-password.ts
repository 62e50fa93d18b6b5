import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Handlers } from '../context.ts';
import type { Database } from '../database/db.ts';
import { refuse } from '../refuse.ts';
import { users } from '../schema/session.ts';
import { setPayPassword } from './set-pay-password.ts';

// Locked, so that of two who set the first one only one does.
async function lockUser(tx: Database, userId: string) {
  const [user] = await tx
    .select({ hash: users.payPasswordHash, usableFrom: users.payUsableFrom })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!user) throw refuse(codes.invalidAccount);
  return user;
}

/** Who calls has been proved before, in proofs.ts. */
export const payPasswordHandlers = {
  'POST /v1/user/update_pay_password': async (context, { newPassword, oldPassword }) => {
    const { db: tx, actor } = context;
    const before = await lockUser(tx, actor.userId);
    // Set a moment ago, by a call that came with this one: now it takes the old one.
    if (before.hash !== null && oldPassword === undefined)
      throw refuse(codes.oldPasswordWrong, { field: 'oldPassword' });
    const way = before.hash === null ? 'first' : 'changed';
    return setPayPassword(context, { actor, secret: newPassword, before, way });
  },

  'POST /v1/user/reset_pay_password': async (context, { newPassword }) => {
    const { db: tx, actor } = context;
    const before = await lockUser(tx, actor.userId);
    return setPayPassword(context, { actor, secret: newPassword, before, way: 'reset' });
  },
} satisfies Handlers<'POST /v1/user/update_pay_password' | 'POST /v1/user/reset_pay_password'>;
