import { eq } from 'drizzle-orm';
import type { Parsed } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { requireUncommonPassword } from '../../platform/common-passwords.ts';
import type { Context, Deps, Handlers } from '../../platform/context.ts';
import { isDuplicate } from '../../platform/database/sql-state.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { maskedName } from '../../platform/mask.ts';
import { hashPassword, limitSignIn, verifyPassword } from '../../platform/passwords.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import { isTicketFor, ticketFor } from '../../platform/secrets/tickets.ts';
import { friends } from '../../schema/invites.ts';
import { users } from '../../schema/session.ts';
import { notify } from '../../shops/notices/notify.ts';
import { openSession } from '../../shops/sessions/auth.ts';
import { consumeAttempt, registrations, returnAttempt, subjectOf } from '../../shops/sessions/throttle.ts';
import { findUserByName } from '../../shops/sessions/usernames.ts';
import { openShop } from '../../shops/shop/open-shop.ts';
import { endVerification, requireVerifiedName } from '../../shops/verify-codes/verify-code.ts';
import { openInvitation, useInvitation } from './invitations.ts';
import { invalidCode, requireInvitation } from './require-invitation.ts';

type RegistrationContext = Context<'POST /invite_code'>;
type Registration = Extract<Parsed<'POST /invite_code'>, { action: 'register' }>;
type User = typeof users.$inferSelect;

async function inviterOf({ db }: Deps, actor: string): Promise<string | null> {
  const [inviter] = await db.select({ name: users.username }).from(users).where(eq(users.id, actor));
  return inviter ? maskedName(inviter.name) : null;
}

async function checkInvitation(context: RegistrationContext, inviteCode: string) {
  const { signIn } = context.config;
  const invitation = await requireInvitation(context, inviteCode);
  return {
    action: 'check' as const,
    valid: true,
    registrationOpen: signIn.registration,
    inviterMasked: await inviterOf(context, invitation.actor),
    ticket: signIn.registration ? await ticketFor(context, inviteCode) : null,
    termsVersion: signIn.terms.version,
    termsLink: signIn.terms.link,
  };
}

async function requireRegistrationOpen(context: RegistrationContext, input: Registration): Promise<void> {
  const { registration, terms } = context.config.signIn;
  if (!registration) throw refuse(codes.inviteRegistrationClosed);
  if (!(await isTicketFor(context, input.inviteCode, input.ticket)))
    throw invalidCode('inviteCode', 'ticket');
  if (!(await openInvitation(context, input.inviteCode))) throw invalidCode('inviteCode');
  if (input.termsVersion !== terms.version)
    throw refuse(codes.invalidParameter, { field: 'termsVersion', reason: 'terms_changed' });
}

/** Refuses with 417 an existing name, with 418 one that differs in case or width only. */
const nameTaken = (taken: string, wanted: string): Refusal =>
  refuse(taken === wanted ? codes.usernameExists : codes.usernameDuplicated, { field: 'username' });

/**
 * Returns the account that an operator has prepared under this name, if the password matches; null for a free name.
 * @throws Refusal 417 or 418 for the name of another user
 */
async function preparedAccount(
  context: RegistrationContext,
  { username, password }: Registration,
): Promise<User | null> {
  const user = await findUserByName(context.db, username);
  if (!user) return null;
  const isOwn =
    user.status === 'prepared' &&
    (await verifyPassword(password, user.passwordHash, context.config.passwordCost));
  if (!isOwn) throw nameTaken(user.username, username);
  return user;
}

/** Of two registrations of one name at the same time, the later one gets the same refusal as a later attempt. */
async function withNameRefusal<T>(
  context: RegistrationContext,
  username: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const user = isDuplicate(error) ? await findUserByName(context.db, username) : undefined;
    throw user ? nameTaken(user.username, username) : error;
  }
}

async function createAccount(
  context: RegistrationContext,
  input: Registration,
  prepared: User | null,
): Promise<string> {
  const { config, random, clock, lang } = context;
  const { username, inviteCode } = input;
  // Without a link the terms could not be read, and nobody has agreed to them.
  const agreed = config.signIn.terms.link !== '';
  const terms = {
    lang,
    termsVersion: agreed ? input.termsVersion : null,
    termsAt: agreed ? clock.now() : null,
  };
  const passwordHash =
    prepared?.passwordHash ?? (await hashPassword(input.password, config.passwordCost, random));
  return inTransaction(context.db, async (db) => {
    const deps = { ...context, db };
    const { userId, shopId } = prepared
      ? { userId: prepared.id, shopId: prepared.shopId }
      : await openShop(deps, { username, passwordHash, user: terms });
    if (prepared)
      await db
        .update(users)
        .set({ ...terms, status: 'active' })
        .where(eq(users.id, userId));
    const invitation = await useInvitation(deps, inviteCode, userId);
    if (!invitation) throw invalidCode('inviteCode');
    const at = clock.now();
    await notify(db, { shopId, kind: 'shop_opened', params: { username }, at });
    if (invitation.shopId !== null && invitation.friendId !== null) {
      await db.update(friends).set({ userId }).where(eq(friends.id, invitation.friendId));
      const params = { friend: maskedName(username) };
      await notify(db, {
        shopId: invitation.shopId,
        kind: 'friend_registered',
        params,
        at,
      });
    }
    return userId;
  });
}

async function register(context: RegistrationContext, input: Registration) {
  const { username } = input;
  await requireRegistrationOpen(context, input);
  const subject = subjectOf('register', context.address);
  await consumeAttempt(context, subject, registrations);
  await requireVerifiedName(context, username, input.verifyCode);
  const userId = await limitSignIn(context.address, async () => {
    const prepared = await preparedAccount(context, input);
    if (!prepared) await requireUncommonPassword(input.password, 'password');
    return withNameRefusal(context, username, () => createAccount(context, input, prepared));
  });
  await returnAttempt(context, subject);
  await endVerification(context, username);
  const { token, expiresAt } = await openSession(context, userId);
  return { action: 'register' as const, token, expiresAt: expiresAt.toISOString() };
}

export const registrationHandlers = {
  'POST /invite_code': async (context, input) =>
    input.action === 'check' ? checkInvitation(context, input.inviteCode) : register(context, input),
} satisfies Partial<Handlers>;
