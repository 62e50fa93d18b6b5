import { eq, or } from 'drizzle-orm';
import type { Database } from '../../platform/database/db.ts';
import { users } from '../../schema/session.ts';

/**
 * Returns the key under which a username is looked up: neither case nor the width of letters distinguishes two names.
 */
export const nameKeyOf = (username: string): string => username.normalize('NFKC').toLowerCase().trim();

/** Returns the user of a name; one without a key, because an older user has it, is found by the exact name. */
export async function findUserByName(db: Database, username: string) {
  const namesakes = await db
    .select()
    .from(users)
    .where(or(eq(users.username, username), eq(users.nameKey, nameKeyOf(username))));
  return namesakes.find((user) => user.username === username) ?? namesakes[0];
}
