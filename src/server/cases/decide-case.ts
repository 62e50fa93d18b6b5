import { withKept } from '../claims/claim-row.ts';
import { after, day } from '../clock.ts';
import { stateReasons } from '../restrictions/statements.ts';
import type { CaseRow, LockedCase } from './case-row.ts';
import { type CaseDeps, caseTransition } from './move-case.ts';
import { checkedPart } from './open-case.ts';
import { stepCase } from './step-case.ts';

interface Reasons {
  actor: string;
  facts: string;
  rule: string;
}

const party = 'platform' as const;

const stateCase = (
  deps: CaseDeps,
  { order, row }: LockedCase,
  { actor, facts, rule }: Reasons,
  reviewBy?: Date,
): Promise<string> =>
  stateReasons(deps, {
    ...{ shopId: row.shopId, kind: 'after_sale', facts, rule, actor, subject: row.id },
    ...{ params: { no: order.no }, ...(reviewBy && { reviewBy }) },
  });

/** The platform finds for the buyer, of everything or of a part, and states its reasons to the merchant. */
export async function upholdCase(
  deps: CaseDeps,
  locked: LockedCase,
  { amount, ...reasons }: Reasons & { amount?: bigint | undefined },
): Promise<CaseRow> {
  const { order, row } = locked;
  caseTransition(row, 'uphold', party);
  const part =
    amount === undefined ? row.part : checkedPart(await withKept(deps.db, order), row.type, amount);
  const statementId = await stateCase(deps, locked, reasons);
  const { actor, facts: reason } = reasons;
  return stepCase(deps, locked, { event: 'uphold', party, actor, reason, set: { part, statementId } });
}

/** The platform needs longer: only with a new statement, never by silence. */
export async function extendCase(
  deps: CaseDeps,
  locked: LockedCase,
  { days, ...reasons }: Reasons & { days: number },
): Promise<CaseRow> {
  caseTransition(locked.row, 'extend', party);
  const dueAt = after(deps.clock.now(), days * day);
  const statementId = await stateCase(deps, locked, reasons, dueAt);
  const { actor, facts: reason } = reasons;
  return stepCase(deps, locked, { event: 'extend', party, actor, reason, set: { dueAt, statementId } });
}
