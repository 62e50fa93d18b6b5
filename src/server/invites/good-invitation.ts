import { codes } from '../../contract/errors.ts';
import type { RequestContext } from '../context.ts';
import { type Refusal, refuse } from '../refuse.ts';
import { claimTry, inviteTries, subjectOf, takeBackTry } from '../session/throttle.ts';
import { type Invitation, openInvitation } from './invitations.ts';

export const notGood = (field: string, reason?: string): Refusal =>
  refuse(codes.inviteCodeInvalid, { field, ...(reason ? { reason } : {}) });

/**
 * The invitation of a code that somebody typed. Each that is not good makes the next one wait longer, wherever codes are
 * looked at; who has a good one is not counted.
 * @throws Refusal 438, and 201 while the next try has to wait
 */
export async function goodInvitation(
  context: Pick<RequestContext, 'db' | 'clock' | 'address'>,
  code: string,
  field = 'inviteCode',
): Promise<Invitation> {
  const subject = subjectOf('invite_code', context.address);
  await claimTry(context, subject, inviteTries);
  const invitation = await openInvitation(context, code);
  if (!invitation) throw notGood(field);
  await takeBackTry(context, subject);
  return invitation;
}
