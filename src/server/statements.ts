import type { Deps } from './context.ts';
import { newId } from './ids.ts';
import { statements } from './schema/restrictions.ts';

export type StatementRow = typeof statements.$inferSelect;
type Statement = Omit<typeof statements.$inferInsert, 'id' | 'appeal' | 'at'>;

/** The app's address at which a merchant objects to what a statement gives reasons for. */
export const appealTo = (statementId: string): string => `/appeal?ref=${statementId}`;

/** Stores a statement of reasons, in the transaction of the decision that it is for; answers its id. */
export async function stateReasons(
  { db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>,
  statement: Statement,
): Promise<string> {
  const id = newId(random, 'sta');
  await db.insert(statements).values({ ...statement, id, appeal: appealTo(id), at: clock.now() });
  return id;
}
