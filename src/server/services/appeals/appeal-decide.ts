import { and, eq, inArray, isNull } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { appeals, holdReasons, holds, restrictions, statements } from '../../schema/restrictions.ts';
import { creditLog } from '../../schema/shops.ts';
import { withdrawals } from '../../schema/withdrawals.ts';
import { notify } from '../../shops/notices/notify.ts';
import { releaseHold } from '../../shops/restrictions/holds.ts';
import { liftRestriction } from '../../shops/restrictions/restrict.ts';
import { appealReversed } from '../../shops/restrictions/statements.ts';
import { restoreCredit } from '../../shops/shop/credit.ts';
import { resumeCase } from '../../trade/cases/announce-case.ts';
import { compensateCase } from '../../trade/model/compensate-case.ts';
import { answerCorrection } from '../corrections/announced-corrections.ts';
import { reconsiderRecharge } from '../recharges/reconsider-recharge.ts';
import { applyWithdrawalEvent } from '../withdrawals/apply-withdrawal-event.ts';
import { stateOf } from '../withdrawals/withdrawal-machine.ts';
import { lockWithdrawal, type WithdrawalRow } from '../withdrawals/withdrawal-row.ts';
import type { AppealRow } from './appeals.ts';

export interface AppealDecision {
  no: string;
  outcome: 'upheld' | 'reversed';
  /** The answer that the merchant reads. */
  reason: string;
  /** Recharges that an operator has seen to be other payments than the one that is credited again. */
  distinctFrom?: string[];
  actor: string;
}

type Statement = typeof statements.$inferSelect;

async function restoreWithdrawal(deps: Deps, { id }: WithdrawalRow, actor: string): Promise<void> {
  const state = stateOf(await lockWithdrawal(deps.db, id), deps.clock.now());
  if (state === 'overdue') await applyWithdrawalEvent(deps, { id, event: 'recall', actor });
  if (state === 'overdue' || state === 'recalled')
    await applyWithdrawalEvent(deps, { id, event: 'restore', actor, reasonCode: 'unconfirmed' });
}

// Undoes the decision that the statement explains, whichever kind it is. One that has ended already needs nothing more.
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

  // A withdrawal that no bank confirms: the merchant is right, so the platform waits no longer.
  const [withdrawal] = await tx.select().from(withdrawals).where(eq(withdrawals.id, subject));
  if (withdrawal) await restoreWithdrawal(deps, withdrawal, actor);

  await reconsiderRecharge(deps, statement, actor);

  const undone = { statementId: statement.id, actor, reason: appealReversed };
  if (statement.kind === 'after_sale') await compensateCase(deps, subject, undone);

  const [entry] = await tx.select().from(creditLog).where(eq(creditLog.statementId, statement.id));
  if (entry) await restoreCredit(deps, entry, no);
}

/** Returns the appeal with a number; throws 404 when there is none. */
export async function appealOf(db: Database, no: string): Promise<AppealRow> {
  const [appeal] = await db.select().from(appeals).where(eq(appeals.no, no));
  if (!appeal) throw refuse(codes.recordNotFound, { field: 'appeal' });
  return appeal;
}

/**
 * Answers an appeal: the decision it is about is upheld, with the reason, or undone.
 * @throws Refusal 404 for an unknown number, 203 where it is answered already
 */
export async function decideAppeal(deps: Deps, decision: AppealDecision): Promise<AppealRow> {
  const { db: tx, clock } = deps;
  const { no, outcome, reason } = decision;
  const [appeal] = await tx.select().from(appeals).where(eq(appeals.no, no)).for('update');
  if (!appeal) throw refuse(codes.recordNotFound, { field: 'appeal' });
  if (appeal.status !== 'received') throw refuse(codes.invalidOperation, { reason: 'decided_already' });
  const change = { status: outcome, answer: reason, decidedAt: clock.now(), actor: decision.actor };
  await tx.update(appeals).set(change).where(eq(appeals.id, appeal.id));
  const { shopId, statementId } = appeal;
  const [statement] = await tx.select().from(statements).where(eq(statements.id, statementId));
  if (!statement) throw new Error('an appeal against no statement');
  if (statement.kind === 'correction') await answerCorrection(deps, statementId, decision);
  else if (!(await resumeCase(deps, statement, decision)) && outcome === 'reversed')
    await reinstate(deps, statement, decision);
  const notice = { kind: `appeal_${outcome}`, params: { no, answer: reason } } as const;
  await notify(tx, { shopId, ...notice, statementId, at: clock.now() });
  return { ...appeal, ...change };
}
