import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after, minute } from '../../platform/clock.ts';
import type { Caller, Deps } from '../../platform/context.ts';
import { newToken } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { sessions, users } from '../../schema/session.ts';
import { blockedRefusal, closedRefusal, isBlocked, type SessionKind } from './account-access.ts';
import { owesAgreement } from './agreement.ts';

export interface SignedIn {
  caller: Caller;
  tokenHash: string;
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

// The bare token is the specification's form; `Bearer` is what generic clients send.
const tokenOf = (header: string | undefined): string | null =>
  header?.replace(/^Bearer\s+/i, '').trim() || null;

/** Opens a session. The token leaves in this one answer; only its hash is stored. */
export const openSession = async (
  { db, clock, config, random }: Deps,
  userId: string,
  kind: SessionKind = 'full',
) => {
  const token = newToken(random);
  const createdAt = clock.now();
  const expiresAt = after(createdAt, config.session.absolute);
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    createdAt,
    seenAt: createdAt,
    expiresAt,
    confined: kind === 'confined',
  });
  return { token, expiresAt };
};

interface AccessOptions {
  whileBlocked?: boolean;
  whileConfined?: boolean;
  beforeAgreement?: boolean;
}

/**
 * Returns the user that the authorization header identifies.
 * @throws Refusal 407 none or unknown, 401 revoked, 408 expired (idle or absolute), 409 `terms` not agreed to yet, 410
 *   closed, 411, 437 or 440 blocked by a restriction, unless the call answers even then
 */
export const authenticate = async (
  deps: Deps,
  header: string | undefined,
  { whileBlocked, whileConfined, beforeAgreement }: AccessOptions = {},
): Promise<SignedIn> => {
  const { db, clock, config } = deps;
  const token = tokenOf(header);
  if (!token) throw refuse(codes.noAuthentication);
  const tokenHash = hashToken(token);
  const [row] = await db
    .select({ session: sessions, user: users, blocked: isBlocked(clock.now()) })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, tokenHash));
  if (!row) throw refuse(codes.noAuthentication);

  const { session, user, blocked } = row;
  const now = clock.now();
  if (session.revokedAt) throw refuse(codes.illegalRequest);
  if (now >= session.expiresAt || now >= after(session.seenAt, config.session.idle))
    throw refuse(codes.tokenExpired);
  const isClosed = user.status === 'closed';
  if (isClosed && !(session.confined && whileConfined))
    throw await closedRefusal(deps, user.shopId, session.confined ? 'confined' : 'full');
  if (session.confined && !whileConfined)
    throw blocked ? await blockedRefusal(deps, user.shopId) : refuse(codes.tokenExpired);
  if (blocked && !whileBlocked) throw await blockedRefusal(deps, user.shopId);
  // One who is shut out may always read the reasons and download the shop's files, with or without the agreement.
  if (owesAgreement(user) && !beforeAgreement && !blocked && !isClosed)
    throw refuse(codes.insufficientPermissions, { reason: 'terms' });

  // Once a minute is enough to measure idle hours, and spares a write on every read.
  const stale = after(now, -minute);
  if (session.seenAt < stale) {
    await db
      .update(sessions)
      .set({ seenAt: now })
      .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.seenAt, stale)));
  }
  const { id: userId, shopId, username, permissions } = user;
  return { caller: { userId, shopId, username, permissions }, tokenHash };
};
