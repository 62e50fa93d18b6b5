import { and, asc, isNull, lte } from 'drizzle-orm';
import type { DueDeps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { depositReturns } from '../schema/shops.ts';
import { meetReturn } from './deposit-return.ts';

/** Returns every deposit whose date has come, each in a transaction of its own. */
export async function runDepositsDue(deps: DueDeps): Promise<number> {
  const due = await deps.db
    .select({ id: depositReturns.id })
    .from(depositReturns)
    .where(and(isNull(depositReturns.endedAt), lte(depositReturns.dueAt, deps.clock.now())))
    .orderBy(asc(depositReturns.dueAt), asc(depositReturns.id));
  let done = 0;
  for (const { id } of due)
    if (await inTransaction(deps.db, (tx) => meetReturn({ ...deps, db: tx }, id))) done += 1;
  return done;
}
