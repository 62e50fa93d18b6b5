import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { sessions } from '../schema/session.ts';

/**
 * Ends the open sessions of a user, but for the one that asks, and answers how many. They stay in the table, so that
 * whoever comes with one is told that it was ended (401) and clears what was stored.
 */
export async function revokeSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
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
