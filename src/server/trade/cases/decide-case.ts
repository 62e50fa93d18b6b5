import { and, count, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { CaseState, Fault } from '../../../contract/status.ts';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { afterSaleCases, afterSaleEvents } from '../../schema/cases.ts';
import { maxRenewals } from '../../shops/restrictions/review-periods.ts';
import { issueStatement } from '../../shops/restrictions/statements.ts';
import { type CaseRow, type LockedCase, requireNotUnderAppeal } from '../model/case-row.ts';
import { caseTransition } from '../model/move-case.ts';
import { announceCase, takesFromMerchant } from './announce-case.ts';
import { applyCaseEvent } from './apply-case-event.ts';
import { notifyFinding } from './case-notices.ts';
import { requirePartialAmount } from './open-case.ts';

interface Reasons {
  actor: string;
  facts: string;
  rule: string;
}

const party = 'platform' as const;

const issueCaseStatement = (
  deps: Deps,
  { order, row }: LockedCase,
  { actor, facts, rule }: Reasons,
  reviewBy?: Date,
): Promise<string> =>
  issueStatement(deps, {
    shopId: row.shopId,
    kind: 'after_sale',
    facts,
    rule,
    actor,
    subject: row.id,
    params: { no: order.no },
    reviewBy,
  });

/**
 * Refuses to wait for the same goods once more: each round would keep the order's proceeds for weeks, by the word of one
 * side alone.
 * @throws Refusal 203 `sent_back_already`
 */
function requireNotSentBack({ type, trackingNo }: CaseRow): void {
  if (type === 'return_refund' && trackingNo !== null)
    throw refuse(codes.invalidOperation, {
      reason: 'sent_back_already',
      message:
        'The buyer sent the goods back once, and they did not arrive. Find the fault by case-finding and decide then, or reject.',
    });
}

/**
 * Decides a case for the buyer, in full or in part, and states the reasons to the merchant. What the decision takes
 * from the merchant is announced first.
 */
export async function upholdCase(
  deps: Deps,
  locked: LockedCase,
  { amount, ...reasons }: Reasons & { amount?: bigint },
): Promise<CaseRow> {
  const { order, row } = locked;
  caseTransition(row, 'uphold', party);
  requireNotSentBack(row);
  const partialAmount =
    amount === undefined ? row.partialAmount : requirePartialAmount(order, row.type, amount);
  const statementId = await issueCaseStatement(deps, locked, reasons);
  const { actor, facts: reason } = reasons;
  if (takesFromMerchant(order, { ...row, partialAmount }))
    return announceCase(deps, locked, { actor, reason, partialAmount, statementId });
  return applyCaseEvent(deps, locked, {
    event: 'uphold',
    party,
    actor,
    reason,
    set: { partialAmount, statementId },
  });
}

// An open case delays the order's proceeds, so extensions have a limit as those of holds do.
async function requireExtendable({ db }: Deps, { id }: CaseRow): Promise<void> {
  const extended = and(eq(afterSaleEvents.caseId, id), eq(afterSaleEvents.event, 'extend'));
  const [row] = await db.select({ times: count() }).from(afterSaleEvents).where(extended);
  if ((row?.times ?? 0) < maxRenewals) return;
  throw refuse(codes.invalidOperation, {
    reason: 'too_often',
    message: `This case was extended ${maxRenewals} times. Decide it by case-decide before its date, or it ends without a refund.`,
  });
}

/** Extends the platform's time to decide: each extension needs a new statement, and their number is limited. */
export async function extendCase(
  deps: Deps,
  locked: LockedCase,
  { days, ...reasons }: Reasons & { days: number },
): Promise<CaseRow> {
  caseTransition(locked.row, 'extend', party);
  requireNotUnderAppeal(locked.row);
  await requireExtendable(deps, locked.row);
  const dueAt = after(deps.clock.now(), days * day);
  const statementId = await issueCaseStatement(deps, locked, reasons, dueAt);
  const { actor, facts: reason } = reasons;
  return applyCaseEvent(deps, locked, { event: 'extend', party, actor, reason, set: { dueAt, statementId } });
}

const undecided: readonly CaseState[] = ['requested', 'merchant_due', 'rejected', 'platform_review'];

// With a return under way there is no fault to find, unless the platform sees that the goods will not arrive.
const isOpenToFinding = ({ type, state }: CaseRow): boolean =>
  type === 'refund' ? undecided.includes(state) : state === 'platform_review';

/**
 * Sets who is at fault, before anything is decided by it: the case shows the fault and its effect on the money, and
 * later postings follow the fault that was shown. From then on no return is awaited.
 */
export async function setFault(
  { db: tx, clock }: Deps,
  { row }: Pick<LockedCase, 'row'>,
  { fault, actor, reason }: { fault: Fault; actor: string; reason: string },
): Promise<CaseRow> {
  if (!isOpenToFinding(row))
    throw refuse(codes.invalidOperation, { reason: 'status', params: { status: row.state } });
  requireNotUnderAppeal(row);
  const at = clock.now();
  const [next] = await tx
    .update(afterSaleCases)
    .set({ fault, type: 'refund' })
    .where(eq(afterSaleCases.id, row.id))
    .returning();
  if (!next) throw refuse(codes.operationBusy);
  const { id: caseId, shopId, state } = row;
  const finding = { party: 'platform', actor, reason, at } as const;
  await tx
    .insert(afterSaleEvents)
    .values({ caseId, shopId, event: 'finding', from: state, to: state, ...finding });
  await notifyFinding(tx, next, at);
  return next;
}
