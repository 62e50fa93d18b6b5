import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { withdrawals } from '../schema/withdrawals.ts';
import { tellWithdrawal } from './withdrawal-notices.ts';

/**
 * Tells merchants of withdrawals that were not paid by the date they were promised, once each. Nothing else happens by
 * itself: what is not sent can be taken back at any time, and what is sent only the bank can tell of.
 */
export async function runWithdrawalsDue({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const at = clock.now();
  const late = and(
    eq(withdrawals.status, 'moderated'),
    lt(withdrawals.expectedBy, at),
    isNull(withdrawals.overdueNoticedAt),
  );
  const due = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(late)
    .orderBy(asc(withdrawals.expectedBy), asc(withdrawals.id));
  for (const { id } of due) {
    await inTransaction(db, async (tx) => {
      const [row] = await tx
        .update(withdrawals)
        .set({ overdueNoticedAt: at })
        .where(and(eq(withdrawals.id, id), late))
        .returning();
      if (row) await tellWithdrawal(tx, row, { event: 'overdue', at });
    });
  }
  return due.length;
}
