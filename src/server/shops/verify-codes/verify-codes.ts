import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Handlers, RequestContext } from '../../platform/context.ts';
import type { Message } from '../../platform/messenger.ts';
import { refuse } from '../../platform/refuse.ts';
import { isTicketFor } from '../../platform/secrets/tickets.ts';
import { shops } from '../../schema/shops.ts';
import { findUserByName } from '../sessions/usernames.ts';
import { sendCode } from './verify-code.ts';

type Recipient = Pick<Message, 'purpose' | 'userId' | 'phone'>;

/** Returns the recipient of a code for a name; null where there is none, which the answer does not reveal. */
async function recipientOf(
  context: RequestContext,
  username: string,
  invitation: { inviteCode: string; ticket: string } | undefined,
): Promise<Recipient | null> {
  const user = await findUserByName(context.db, username);
  const [shop] = await context.db
    .select({ phone: shops.phone })
    .from(shops)
    .where(eq(shops.id, user?.shopId ?? ''));
  const { inviteCode = '', ticket = '' } = invitation ?? {};
  const isInvited = await isTicketFor(context, inviteCode, ticket);
  if (user) {
    const isOpen = user.status !== 'closed';
    return isOpen ? { purpose: 'sign_in', userId: user.id, phone: shop?.phone || null } : null;
  }
  return isInvited ? { purpose: 'register', userId: null, phone: null } : null;
}

export const verifyCodesHandlers = {
  'POST /verify_code': async (context, { username, invitation }) => {
    if (context.config.signIn.verify === 'never')
      throw refuse(codes.operationFailed, { reason: 'no_verification' });
    const recipient = await recipientOf(context, username, invitation);
    const { expiresAt } = await sendCode(context, username, recipient);
    return { expiresAt: expiresAt.toISOString() };
  },
} satisfies Partial<Handlers>;
