import { codes } from '../../../contract/errors.ts';
import type { RequestContext } from '../../platform/context.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import { consumeAttempt, inviteAttempts, returnAttempt, subjectOf } from '../../shops/sessions/throttle.ts';
import { type Invitation, openInvitation } from './invitations.ts';

export const invalidCode = (field: string, reason?: string): Refusal =>
  refuse(codes.inviteCodeInvalid, { field, reason });

/**
 * Returns the invitation of a typed code. Each invalid code makes the next attempt wait longer, wherever codes are
 * checked; valid codes do not count.
 * @throws Refusal 438, and 201 while the next attempt has to wait
 */
export async function requireInvitation(
  context: RequestContext,
  code: string,
  field = 'inviteCode',
): Promise<Invitation> {
  const subject = subjectOf('invite_code', context.address);
  await consumeAttempt(context, subject, inviteAttempts);
  const invitation = await openInvitation(context, code);
  if (!invitation) throw invalidCode(field);
  await returnAttempt(context, subject);
  return invitation;
}
