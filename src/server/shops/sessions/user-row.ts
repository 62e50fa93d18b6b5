import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { users } from '../../schema/session.ts';

/**
 * Returns the user with this id.
 * @throws Refusal 410 where there is none
 */
export async function userById(db: Database, id: string): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw refuse(codes.invalidAccount);
  return user;
}
