import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import type { users } from '../../schema/session.ts';
import { isInAppealPeriod } from '../restrictions/statements.ts';
import { closedRefusal, signInRefusal } from './account-access.ts';
import { openSession } from './auth.ts';

export interface Authorized {
  token: string;
  expiresAt: Date;
  /** The refusal that bars the user; the session then allows the appeal and nothing else. */
  refusal: Refusal | null;
}

// The merchant of a closed shop can appeal its decisions for as long as any other.
async function closedSignInRefusal(deps: Deps, shopId: string): Promise<Refusal> {
  if (await isInAppealPeriod(deps, shopId)) return closedRefusal(deps, shopId, 'confined');
  throw await closedRefusal(deps, shopId, 'full');
}

/**
 * Opens the session of a user who was identified, by the password or by a partner's own sign-in.
 * @throws Refusal 436 prepared and never registered, 410 closed without a decision that can be appealed
 */
export async function authorize(deps: Deps, user: typeof users.$inferSelect): Promise<Authorized> {
  if (user.status === 'prepared') throw refuse(codes.inviteCodeRequired);
  const refusalFor = user.status === 'closed' ? closedSignInRefusal : signInRefusal;
  const refusal = await refusalFor(deps, user.shopId);
  const session = await openSession(deps, user.id, refusal ? 'confined' : 'full');
  return { ...session, refusal };
}
