import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { notify } from '../notices/notify.ts';
import { appealTo } from '../restrictions/statements.ts';
import { appeals } from '../schema/restrictions.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;

async function tellLate({ db: tx, clock }: Needs, id: string): Promise<boolean> {
  const at = clock.now();
  const waiting = and(eq(appeals.id, id), eq(appeals.status, 'received'), isNull(appeals.overdueAt));
  // One statement: of two rounds at once only one finds it untold.
  const [row] = await tx.update(appeals).set({ overdueAt: at }).where(waiting).returning();
  if (!row) return false;
  const { shopId, no, statementId } = row;
  const params = { no, decideBy: row.decideBy.toISOString() };
  await notify(tx, { shopId, kind: 'appeal_overdue', params, link: appealTo(statementId), at });
  return true;
}

/** Tells every shop whose objection was not answered by its date that the answer is late, once. */
export async function runAppealsDue(deps: Needs): Promise<number> {
  const due = await deps.db
    .select({ id: appeals.id })
    .from(appeals)
    .where(
      and(eq(appeals.status, 'received'), lte(appeals.decideBy, deps.clock.now()), isNull(appeals.overdueAt)),
    )
    .orderBy(asc(appeals.decideBy), asc(appeals.id));
  let told = 0;
  for (const { id } of due)
    if (await inTransaction(deps.db, (tx) => tellLate({ ...deps, db: tx }, id))) told += 1;
  return told;
}
