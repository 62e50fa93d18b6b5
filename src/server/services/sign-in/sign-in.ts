import { eq, lt } from 'drizzle-orm';
import { callNames, type Parsed, specOf } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import type { FeatureName } from '../../../contract/features.ts';
import { wideNetworkOf } from '../../platform/caller-address.ts';
import { after, day } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { limitsInForce } from '../../platform/config/limits.ts';
import type { Context, Handlers } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { hasPassword, limitSignIn, verifyPassword } from '../../platform/passwords.ts';
import { refuse } from '../../platform/refuse.ts';
import { sessions, users } from '../../schema/session.ts';
import { shops } from '../../schema/shops.ts';
import { activeRestrictions } from '../../shops/restrictions/restrictions.ts';
import { agreementOf } from '../../shops/sessions/agreement.ts';
import { authorize } from '../../shops/sessions/authorize.ts';
import { revokeSessions } from '../../shops/sessions/revoke-sessions.ts';
import {
  type Allowance,
  consumeAttempt,
  isKnownNetwork,
  nameAttempts,
  networkAttempts,
  passwordAttempts,
  rememberSignIn,
  resetAttempts,
  returnAttempt,
  subjectOf,
  wideNetworkAttempts,
} from '../../shops/sessions/throttle.ts';
import { findUserByName, nameKeyOf } from '../../shops/sessions/usernames.ts';
import { configWithTerms, termsOf } from '../../shops/terms/terms.ts';
import { endVerification, requireSignInCode } from '../../shops/verify-codes/verify-code.ts';
import { codeToHandOut } from '../invites/invitations.ts';

/** Deletes sessions a week after they expired; until then their owners get "expired" and not "unknown". */
export const deleteOldSessions = async (db: Database, now: Date): Promise<void> => {
  await db.delete(sessions).where(lt(sessions.expiresAt, after(now, -7 * day)));
};

/**
 * Counts an attempt from a network from which the name has never signed in: attackers try many names, from many
 * networks.
 */
const consumeStrangerAttempts = async (context: Context<'POST /login'>, name: string): Promise<string[]> => {
  const { address } = context;
  const wide = wideNetworkOf(address);
  const counts: [string, Allowance][] = [
    [subjectOf('sign_in_network', address), networkAttempts],
    [subjectOf('sign_in_name', name), nameAttempts],
  ];
  if (wide !== address) counts.push([subjectOf('sign_in_network', wide), wideNetworkAttempts]);
  for (const [subject, allowance] of counts) await consumeAttempt(context, subject, allowance);
  return counts.map(([subject]) => subject);
};

async function verifyUser(
  context: Context<'POST /login'>,
  { username, password, verifyCode }: Parsed<'POST /login'>,
  network: 'known' | 'new',
) {
  const { db, config, address } = context;
  const name = nameKeyOf(username);
  const subject = subjectOf('sign_in', name, address);
  await requireSignInCode(context, username, verifyCode);
  await consumeAttempt(context, subject, passwordAttempts);
  const counted = network === 'known' ? [] : await consumeStrangerAttempts(context, name);
  const user = await findUserByName(db, username);
  // The same work and the same answer, whether the name or the password is wrong.
  const isCorrect = await verifyPassword(password, user?.passwordHash ?? null, config.passwordCost);
  if (!user || !isCorrect) throw refuse(codes.wrongCredentials);
  await resetAttempts(context, subject);
  for (const one of counted) await returnAttempt(context, one);
  await endVerification(context, username);
  await rememberSignIn(context, name, address);
  return user;
}

const addedFeatures = callNames.map((name) => specOf(name).feature);

const allFeatures: FeatureName[] = [
  ...new Set(['idempotency' as const, ...addedFeatures.filter((feature) => feature !== undefined)]),
];

/** Returns the features of this server beyond the specification: keys, and the added routes that are enabled. */
const featuresOf = ({ signIn }: Pick<Config, 'signIn'>): FeatureName[] =>
  signIn.verify === 'never' ? allFeatures.filter((feature) => feature !== 'verifyCode') : allFeatures;

export const signInHandlers = {
  'POST /login': async (context, input) => {
    const isKnown = await isKnownNetwork(context, nameKeyOf(input.username), context.address);
    const network = isKnown ? 'known' : 'new';
    const lane = isKnown ? 'priority' : 'normal';
    const user = await limitSignIn(context.address, () => verifyUser(context, input, network), lane);
    // The refusal is revealed only with the right password.
    const { token, expiresAt, refusal } = await authorize(context, user);
    // A barred user gets a token that allows the appeal.
    if (refusal) throw refuse(refusal.code, { ...refusal.detail, token });
    return { token, expiresAt: expiresAt.toISOString() };
  },

  'POST /logout': async (context, { all }) => {
    const { db, caller, tokenHash } = context;
    const ended = await db
      .delete(sessions)
      .where(eq(sessions.tokenHash, tokenHash))
      .returning({ userId: sessions.userId });
    if (!all) return { ended: ended.length };
    return { ended: ended.length + (await revokeSessions(context, caller.userId, { tokenHash })) };
  },

  'POST /v1/user/lang': async ({ db, caller }, { lang }) => {
    await db.update(users).set({ lang }).where(eq(users.id, caller.userId));
    return { lang };
  },

  'GET /v1/me': async (context) => {
    const { db, config, caller } = context;
    const [account] = await db
      .select({ user: users, shop: shops })
      .from(users)
      .innerJoin(shops, eq(shops.id, users.shopId))
      .where(eq(users.id, caller.userId));
    if (!account) throw refuse(codes.invalidAccount);
    const { user, shop } = account;
    const terms = await termsOf(context, shop.id);
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
      limits: limitsInForce(configWithTerms(config, terms.now)),
      nextTerms: terms.next && { ...terms.next, from: terms.next.from.toISOString() },
      payPasswordSet: user.payPasswordHash !== null,
      agreement: agreementOf(user, config),
      passwordSet: hasPassword(user),
      demo: config.demo,
    };
  },
} satisfies Partial<Handlers>;
