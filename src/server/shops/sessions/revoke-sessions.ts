import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import { sessions } from '../../schema/session.ts';

/**
 * Revokes the open sessions of a user except the current one, and returns how many. They stay in the table, so that a
 * client with a revoked token gets 401 and clears what it stored.
 */
export async function revokeSessions(
  { db, clock }: Deps,
  userId: string,
  asking?: { tokenHash: string },
): Promise<number> {
  const open = and(eq(sessions.userId, userId), isNull(sessions.revokedAt));
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: clock.now() })
    .where(asking ? and(open, ne(sessions.tokenHash, asking.tokenHash)) : open)
    .returning({ userId: sessions.userId });
  return revoked.length;
}
