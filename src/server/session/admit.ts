import { codes } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import { type Refusal, refuse } from '../refuse.ts';
import type { users } from '../schema/session.ts';
import { accountGone, signInRefused } from './account-access.ts';
import { openSession } from './auth.ts';

export interface Admitted {
  token: string;
  expiresAt: Date;
  /** What keeps the user out; the session then reaches as far as the objection and no further. */
  refusal: Refusal | null;
}

/**
 * Opens the session of somebody who has been recognised, by the password or by a partner's own sign-in.
 * @throws Refusal 436 prepared and never registered, 410 closed
 */
export async function admit(deps: Deps, user: typeof users.$inferSelect): Promise<Admitted> {
  if (user.status === 'prepared') throw refuse(codes.inviteCodeRequired);
  if (user.status === 'closed') throw await accountGone(deps, user.shopId);
  const refusal = await signInRefused(deps, user.shopId);
  const session = await openSession(deps, user.id, refusal ? 'confined' : 'full');
  return { ...session, refusal };
}
