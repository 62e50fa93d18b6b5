import { eq, lt } from 'drizzle-orm';
import type { Parsed } from '../../contract/calls.ts';
import { codes } from '../../contract/errors.ts';
import { after, day } from '../clock.ts';
import { limitsInForce } from '../config/limits.ts';
import type { Context, Handlers } from '../context.ts';
import type { Database } from '../database/db.ts';
import { featuresOf } from '../features.ts';
import { codeToHandOut } from '../invites/invitations.ts';
import { refuse } from '../refuse.ts';
import { activeRestrictions } from '../restrictions/restrictions.ts';
import { sessions, users } from '../schema/session.ts';
import { shops } from '../schema/shops.ts';
import { endVerification, requireSignInCode } from '../verify-codes/verify-code.ts';
import { admit } from './admit.ts';
import { nameKeyOf, userNamed } from './names.ts';
import { signInGate, verifyPassword } from './passwords.ts';
import { revokeSessions } from './revoke-sessions.ts';
import { claimTry, forgetTries, passwordTries, subjectOf } from './throttle.ts';

/** Sessions that have run out are kept a week, so that their owners read "expired" and not "unknown". */
export const forgetOldSessions = async (db: Database, now: Date): Promise<void> => {
  await db.delete(sessions).where(lt(sessions.expiresAt, after(now, -7 * day)));
};

async function checkedUser(
  context: Context<'POST /login'>,
  { username, password, verifyCode }: Parsed<'POST /login'>,
) {
  const { db, config, address } = context;
  const subject = subjectOf('sign_in', nameKeyOf(username), address);
  await requireSignInCode(context, username, verifyCode);
  await claimTry(context, subject, passwordTries);
  const user = await userNamed(db, username);
  // The same work and the same answer, whether the name or the password is wrong.
  const right = await verifyPassword(password, user?.passwordHash ?? null, config.passwordCost);
  if (!user || !right) throw refuse(codes.wrongCredentials);
  await forgetTries(context, subject);
  await endVerification(context, username);
  return user;
}

export const sessionHandlers = {
  'POST /login': async (context, input) => {
    const user = await signInGate(context.address, () => checkedUser(context, input));
    // Told only to who knows the password.
    const { token, expiresAt, refusal } = await admit(context, user);
    // Whoever is kept out is let as far as the objection.
    if (refusal) throw refuse(refusal.code, { ...refusal.detail, token });
    return { token, expiresAt: expiresAt.toISOString() };
  },

  'POST /logout': async (context, { all }) => {
    const { db, actor, tokenHash } = context;
    const ended = await db
      .delete(sessions)
      .where(eq(sessions.tokenHash, tokenHash))
      .returning({ userId: sessions.userId });
    if (!all) return { ended: ended.length };
    return { ended: ended.length + (await revokeSessions(context, actor.userId, { tokenHash })) };
  },

  'GET /v1/me': async (context) => {
    const { db, config, actor } = context;
    const [found] = await db
      .select({ user: users, shop: shops })
      .from(users)
      .innerJoin(shops, eq(shops.id, users.shopId))
      .where(eq(users.id, actor.userId));
    if (!found) throw refuse(codes.invalidAccount);
    const { user, shop } = found;
    return {
      fileHost: config.fileHost,
      serviceLink: config.serviceLink,
      invite: await codeToHandOut(context, user.shopId),
      lang: user.lang ?? '',
      id: user.id,
      username: user.username,
      shopId: user.shopId,
      timeZone: shop.timeZone,
      currency: shop.currency,
      permissions: user.permissions,
      restrictions: await activeRestrictions(context, user.shopId),
      features: featuresOf(config),
      limits: limitsInForce(config),
      payPasswordSet: user.payPasswordHash !== null,
      demo: config.demo,
    };
  },
} satisfies Handlers<'POST /login' | 'POST /logout' | 'GET /v1/me'>;
