import { and, eq, inArray, isNull } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { compensateCase } from '../cases/compensate-case.ts';
import { decideClaim } from '../claims/end-claim.ts';
import type { Deps } from '../context.ts';
import { notify } from '../notices/notify.ts';
import { refuse } from '../refuse.ts';
import { holdReasons, releaseHold } from '../restrictions/holds.ts';
import { liftRestriction } from '../restrictions/restrict.ts';
import { appealTo } from '../restrictions/statements.ts';
import { depositClaims } from '../schema/cases.ts';
import { appeals, holds, restrictions, statements } from '../schema/restrictions.ts';
import { creditLog } from '../schema/shops.ts';
import { restoreCredit } from '../shop/credit.ts';
import type { AppealRow } from './appeals.ts';

export interface AppealDecision {
  no: string;
  outcome: 'upheld' | 'reversed';
  /** The answer that the merchant reads. */
  reason: string;
  actor: string;
}

type Statement = typeof statements.$inferSelect;

// A claim that waits for its objection goes on either way; one that was paid already cannot be undone from here.
async function goOnWithClaim(
  deps: Deps,
  { subject }: Statement,
  { outcome, reason, actor }: AppealDecision,
): Promise<void> {
  const [claim] = await deps.db
    .select({ state: depositClaims.state })
    .from(depositClaims)
    .where(eq(depositClaims.id, subject ?? ''));
  if (outcome === 'upheld' && claim?.state !== 'objected') return;
  const claimOutcome = outcome === 'upheld' ? 'pay' : 'drop';
  await decideClaim(deps, subject ?? '', { outcome: claimOutcome, actor, reason });
}

// What a statement gave reasons for, whichever it is, ends as if it had not been decided. What has ended by itself
// meanwhile needs nothing more.
async function reinstate(deps: Deps, statement: Statement, { no, actor }: AppealDecision): Promise<void> {
  const { db: tx } = deps;
  const subject = statement.subject ?? '';
  const [restriction] = await tx
    .select({ id: restrictions.id, reviewBy: restrictions.reviewBy })
    .from(restrictions)
    .where(and(eq(restrictions.id, subject), isNull(restrictions.liftedAt)));
  if (restriction && restriction.reviewBy > deps.clock.now())
    await liftRestriction(deps, restriction.id, actor, 'appeal_reversed');

  const [hold] = await tx
    .select({ id: holds.id })
    .from(holds)
    .where(and(eq(holds.id, subject), isNull(holds.releasedAt), inArray(holds.reasonCode, [...holdReasons])));
  if (hold) await releaseHold(deps, hold.id, actor, 'appeal_reversed_hold');

  const undone = { statementId: statement.id, actor, reason: 'appeal_reversed_case' };
  if (statement.kind === 'after_sale') await compensateCase(deps, subject, undone);

  const [entry] = await tx.select().from(creditLog).where(eq(creditLog.statementId, statement.id));
  if (entry) await restoreCredit(deps, entry, no);
}

/**
 * Answers an objection: what it was about stands, with the reason, or is undone.
 * @throws Refusal 404 for an unknown number, 203 where it is answered already
 */
export async function decideAppeal(deps: Deps, decision: AppealDecision): Promise<AppealRow> {
  const { db: tx, clock } = deps;
  const { no, outcome, reason, actor } = decision;
  const [appeal] = await tx.select().from(appeals).where(eq(appeals.no, no)).for('update');
  if (!appeal) throw refuse(codes.recordNotFound, { field: 'appeal' });
  if (appeal.status !== 'received') throw refuse(codes.invalidOperation, { reason: 'decided_already' });
  const change = { status: outcome, answer: reason, decidedAt: clock.now(), actor };
  await tx.update(appeals).set(change).where(eq(appeals.id, appeal.id));
  const { shopId, statementId } = appeal;
  const [statement] = await tx.select().from(statements).where(eq(statements.id, statementId));
  if (!statement) throw new Error('an objection to no statement');
  if (statement.kind === 'deposit_claim') await goOnWithClaim(deps, statement, decision);
  else if (outcome === 'reversed') await reinstate(deps, statement, decision);
  const told = { kind: `appeal_${outcome}`, params: { no, answer: reason } } as const;
  await notify(tx, { shopId, ...told, link: appealTo(statementId), at: clock.now() });
  return { ...appeal, ...change };
}
