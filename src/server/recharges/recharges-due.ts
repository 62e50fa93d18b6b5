import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { recharges } from '../schema/recharges.ts';
import { tellRecharge } from './recharge-notices.ts';

/** Tells merchants of recharges that nobody has looked at by the date they were promised, once each. */
export async function runRechargesDue({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const at = clock.now();
  const late = and(
    eq(recharges.status, 'moderated'),
    lt(recharges.expectedBy, at),
    isNull(recharges.overdueNoticedAt),
  );
  const due = await db
    .select({ id: recharges.id })
    .from(recharges)
    .where(late)
    .orderBy(asc(recharges.expectedBy), asc(recharges.id));
  for (const { id } of due) {
    await inTransaction(db, async (tx) => {
      const [row] = await tx
        .update(recharges)
        .set({ overdueNoticedAt: at })
        .where(and(eq(recharges.id, id), late))
        .returning();
      if (row) await tellRecharge(tx, row, { event: 'overdue', at });
    });
  }
  return due.length;
}
