import { eq, or } from 'drizzle-orm';
import type { Database } from '../database/db.ts';
import { users } from '../schema/session.ts';

/** A user's name as it is looked up: neither case nor the width of its letters tells two names apart. */
export const nameKeyOf = (username: string): string => username.normalize('NFKC').toLowerCase().trim();

/** The user of a name; one who has no key, because an older one has it, is found by the name as it is written. */
export async function userNamed(db: Database, username: string) {
  const found = await db
    .select()
    .from(users)
    .where(or(eq(users.username, username), eq(users.nameKey, nameKeyOf(username))));
  return found.find((user) => user.username === username) ?? found[0];
}
