import { and, eq, isNull } from 'drizzle-orm';
import { codes } from '../contract/errors.ts';
import type { AppealRow } from './appeals.ts';
import type { Deps } from './context.ts';
import { restoreCredit } from './credit.ts';
import { releaseHold } from './holds.ts';
import { notify } from './notify.ts';
import { refuse } from './refuse.ts';
import { liftRestriction } from './restrict.ts';
import { appeals, holds, restrictions, statements } from './schema/restrictions.ts';
import { creditLog } from './schema/shops.ts';
import { appealTo } from './statements.ts';

export interface AppealDecision {
  no: string;
  outcome: 'upheld' | 'reversed';
  /** The answer that the merchant reads. */
  reason: string;
  actor: string;
}

// What a statement gave reasons for, whichever it is, ends as if it had not been decided. What has ended by itself
// meanwhile needs nothing more.
async function reinstate(deps: Deps, { statementId, no }: AppealRow, actor: string): Promise<void> {
  const { db: tx } = deps;
  const [statement] = await tx.select().from(statements).where(eq(statements.id, statementId));
  const subject = statement?.subject ?? '';
  const [restriction] = await tx
    .select({ id: restrictions.id, reviewBy: restrictions.reviewBy })
    .from(restrictions)
    .where(and(eq(restrictions.id, subject), isNull(restrictions.liftedAt)));
  if (restriction && restriction.reviewBy > deps.clock.now())
    await liftRestriction(deps, restriction.id, actor, 'appeal_reversed');

  const [hold] = await tx
    .select({ id: holds.id })
    .from(holds)
    .where(and(eq(holds.id, subject), isNull(holds.releasedAt)));
  if (hold) await releaseHold(deps, hold.id, actor, 'appeal_reversed_hold');

  const [entry] = await tx.select().from(creditLog).where(eq(creditLog.statementId, statementId));
  if (entry) await restoreCredit(deps, entry, no);
}

/**
 * Answers an objection: what it was about stands, with the reason, or is undone.
 * @throws Refusal 404 for an unknown number, 203 where it is answered already
 */
export async function decideAppeal(
  deps: Deps,
  { no, outcome, reason, actor }: AppealDecision,
): Promise<AppealRow> {
  const { db: tx, clock } = deps;
  const [appeal] = await tx.select().from(appeals).where(eq(appeals.no, no)).for('update');
  if (!appeal) throw refuse(codes.recordNotFound, { field: 'appeal' });
  if (appeal.status !== 'received') throw refuse(codes.invalidOperation, { reason: 'decided_already' });
  const change = { status: outcome, answer: reason, decidedAt: clock.now(), actor };
  await tx.update(appeals).set(change).where(eq(appeals.id, appeal.id));
  if (outcome === 'reversed') await reinstate(deps, appeal, actor);
  const { shopId, statementId } = appeal;
  const told = { kind: `appeal_${outcome}`, params: { no, answer: reason } } as const;
  await notify(tx, { shopId, ...told, link: appealTo(statementId), at: clock.now() });
  return { ...appeal, ...change };
}
