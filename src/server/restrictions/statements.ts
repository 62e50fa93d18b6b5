import type { Deps } from '../context.ts';
import { newId } from '../ids.ts';
import { restrictionKinds, statements } from '../schema/restrictions.ts';

export type StatementRow = typeof statements.$inferSelect;

/** What reasons are stated for; each has its name in `locales`, section `reasons`. */
export const statementKinds = [
  ...restrictionKinds,
  ...(['hold_dispute', 'hold_legal', 'hold_risk', 'hold_withdrawal'] as const),
  ...(['score', 'deposit_claim', 'after_sale', 'identity_revoked', 'correction'] as const),
];
type Statement = Omit<typeof statements.$inferInsert, 'id' | 'appeal' | 'at' | 'kind'> & {
  kind: (typeof statementKinds)[number];
};

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
