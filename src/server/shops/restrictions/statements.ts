import { count, desc, eq } from 'drizzle-orm';
import { appealTo } from '../../../contract/appeals.ts';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { restrictionKinds, statements } from '../../schema/restrictions.ts';

export type StatementRow = typeof statements.$inferSelect;

/** Kinds of decisions that need a statement of reasons; each has its name in `locales`, section `reasons`. */
export const statementKinds = [
  ...restrictionKinds,
  'hold_dispute',
  'hold_legal',
  'hold_risk',
  'hold_withdrawal',
  'score',
  'after_sale',
  'identity_revoked',
  'correction',
  'pay_password_cleared',
  'withdrawal_rejected',
  'withdrawal_returned',
  'recharge_rejected',
  'recharge_reduced',
  'recharge_not_sent_back',
] as const;
type Statement = Omit<typeof statements.$inferInsert, 'id' | 'appeal' | 'at' | 'kind'> & {
  kind: (typeof statementKinds)[number];
};

/**
 * Stores a statement of reasons, in the transaction of its decision.
 * @returns its id
 */
export async function issueStatement({ db, clock, random }: Deps, statement: Statement): Promise<string> {
  const id = newId(random, 'sta');
  await db.insert(statements).values({ ...statement, id, appeal: appealTo(id), at: clock.now() });
  return id;
}

/** The reason of what undoes a decision after an appeal that was right. */
export const appealReversed = 'appeal_reversed_case';

/** How long a merchant can appeal a statement: half a year. */
export const appealPeriod = 180 * day;

/** Returns whether a shop has a statement that can be appealed by its date: the newest one decides. */
export async function isInAppealPeriod({ db, clock }: Deps, shopId: string): Promise<boolean> {
  const [newest] = await db
    .select({ at: statements.at })
    .from(statements)
    .where(eq(statements.shopId, shopId))
    .orderBy(desc(statements.at))
    .limit(1);
  return newest !== undefined && clock.now() <= after(newest.at, appealPeriod);
}

/** Returns how often the subject of a statement was renewed: each period has its own statement. */
export async function renewalsOf(db: Database, subject: string): Promise<number> {
  const [row] = await db.select({ periods: count() }).from(statements).where(eq(statements.subject, subject));
  return (row?.periods ?? 1) - 1;
}

/** Appends to facts the order of an authority that they are based on. */
export const withReference = (facts: string, legalReference: string | undefined): string =>
  legalReference === undefined ? facts : `${facts} (${legalReference})`;
