import { and, eq, isNull, lte } from 'drizzle-orm';
import { dueWork } from '../../platform/due-work.ts';
import { appeals } from '../../schema/restrictions.ts';
import { notify } from '../../shops/notices/notify.ts';

const isLate = (now: Date) =>
  and(eq(appeals.status, 'received'), lte(appeals.decideBy, now), isNull(appeals.overdueAt));

/** Notifies each shop once when its appeal was not answered by its date. */
export const appealsDue = dueWork({
  name: 'appeal',
  due: (now) => ({ id: appeals.id, at: appeals.decideBy, where: isLate(now) }),
  handle: async ({ db: tx, clock }, id) => {
    const at = clock.now();
    // One UPDATE: of two rounds at the same time only one matches the row without a notice.
    const [row] = await tx
      .update(appeals)
      .set({ overdueAt: at })
      .where(and(eq(appeals.id, id), isLate(at)))
      .returning();
    if (!row) return false;
    const { shopId, no, statementId } = row;
    const params = { no, decideBy: row.decideBy.toISOString() };
    await notify(tx, { shopId, kind: 'appeal_overdue', params, statementId, at });
    return true;
  },
});
