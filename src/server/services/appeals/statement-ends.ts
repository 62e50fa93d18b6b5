import { and, desc, eq, inArray, isNotNull, lte, or } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { transactions } from '../../schema/ledger.ts';
import { holds, restrictions } from '../../schema/restrictions.ts';
import { withdrawalSteps, withdrawals } from '../../schema/withdrawals.ts';
import type { StatementRow } from '../../shops/restrictions/statements.ts';

/** When what a statement explains ended, and the stored reason; null where its date came or an appeal was right. */
export interface StatementEnd {
  at: Date;
  reason: string | null;
}

/** Stored reasons that the date of a statement, or the answer to its appeal, says already. */
const saidElsewhere: readonly string[] = ['review_date_passed', 'appeal_reversed', 'appeal_reversed_hold'];

const endOf = (at: Date, stored: string | null): StatementEnd => ({
  at,
  reason: stored !== null && saidElsewhere.includes(stored) ? null : stored,
});

interface Asked {
  db: Database;
  shopId: string;
  /** What the statements are about. */
  ids: string[];
}

type Ends = (readonly [string, StatementEnd])[];

// A restriction is not in force past its review date, even where the due work that ends it is late.
async function restrictionEnds({ db, shopId, ids }: Asked, now: Date): Promise<Ends> {
  const isOver = or(isNotNull(restrictions.liftedAt), lte(restrictions.reviewBy, now));
  const ended = await db
    .select()
    .from(restrictions)
    .where(and(eq(restrictions.shopId, shopId), inArray(restrictions.id, ids), isOver));
  return ended.map(({ id, liftedAt, reviewBy, liftReason }) => {
    const isLifted = liftedAt !== null && liftedAt < reviewBy;
    return [id, endOf(isLifted ? liftedAt : reviewBy, isLifted ? liftReason : null)];
  });
}

async function holdEnds({ db, shopId, ids }: Asked): Promise<Ends> {
  const released = await db
    .select({ id: holds.id, at: holds.releasedAt, reason: transactions.reason })
    .from(holds)
    .leftJoin(transactions, and(eq(transactions.kind, 'hold_release'), eq(transactions.ref, holds.id)))
    .where(and(eq(holds.shopId, shopId), inArray(holds.id, ids)));
  return released.flatMap(({ id, at, reason }) => (at ? [[id, endOf(at, reason)]] : []));
}

// The wait for a bank ends with its answer, or with the recall of the money; a recall ends by itself.
async function waitEnds({ db, shopId, ids }: Asked): Promise<Ends> {
  const { overdueStatementId, recallHoldId, recalledAt, recallEndedAt } = withdrawals;
  const answered = inArray(withdrawalSteps.step, ['paid', 'returned']);
  const waits = await db
    .select({
      overdue: overdueStatementId,
      recall: holds.statementId,
      recalledAt,
      recallEndedAt,
      answeredAt: withdrawalSteps.at,
    })
    .from(withdrawals)
    .leftJoin(holds, eq(holds.id, recallHoldId))
    .leftJoin(withdrawalSteps, and(eq(withdrawalSteps.withdrawalId, withdrawals.id), answered))
    .where(and(eq(withdrawals.shopId, shopId), inArray(withdrawals.id, ids)))
    // Of one that was sent back after it was paid, the first answer, as the last row of an id counts.
    .orderBy(desc(withdrawalSteps.at));
  return waits.flatMap((wait) => {
    const overdueEnd = wait.recalledAt ?? wait.answeredAt;
    return [
      ...(wait.overdue && overdueEnd ? [[wait.overdue, endOf(overdueEnd, null)] as const] : []),
      ...(wait.recall && wait.recallEndedAt ? [[wait.recall, endOf(wait.recallEndedAt, null)] as const] : []),
    ];
  });
}

/**
 * Returns how that which statements explain has ended, by the id of the statement: a restriction, a hold, the wait for a
 * withdrawal. All statements of one that was renewed end with it.
 */
export async function statementEnds(
  { db, clock }: Deps,
  shopId: string,
  rows: readonly StatementRow[],
): Promise<Map<string, StatementEnd>> {
  const now = clock.now();
  const asked = { db, shopId, ids: rows.flatMap(({ subject }) => subject ?? []) };
  const bySubject = new Map([...(await restrictionEnds(asked, now)), ...(await holdEnds(asked))]);
  const byStatement = new Map(await waitEnds(asked));
  return new Map(
    rows.flatMap(({ id, kind, subject, until }): Ends => {
      const known = byStatement.get(id) ?? bySubject.get(subject ?? '');
      if (known) return [[id, known]];
      const isTimed = kind === 'pay_password_cleared' && until !== null && until <= now;
      return isTimed ? [[id, endOf(until, null)]] : [];
    }),
  );
}
