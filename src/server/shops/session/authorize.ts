import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import type { users } from '../../schema/session.ts';
import { closedRefusal, signInRefusal } from './account-access.ts';
import { openSession } from './auth.ts';

export interface Authorized {
  token: string;
  expiresAt: Date;
  /** The refusal that bars the user; the session then allows the appeal and nothing else. */
  refusal: Refusal | null;
}

/**
 * Opens the session of a user who was identified, by the password or by a partner's own sign-in.
 * @throws Refusal 436 prepared and never registered, 410 closed
 */
export async function authorize(deps: Deps, user: typeof users.$inferSelect): Promise<Authorized> {
  if (user.status === 'prepared') throw refuse(codes.inviteCodeRequired);
  if (user.status === 'closed') throw await closedRefusal(deps, user.shopId);
  const refusal = await signInRefusal(deps, user.shopId);
  const session = await openSession(deps, user.id, refusal ? 'confined' : 'full');
  return { ...session, refusal };
}
