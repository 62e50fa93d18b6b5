import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { CaseState, Fault } from '../../../contract/status.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { afterSaleCases, afterSaleEvents } from '../../schema/cases.ts';
import { type CaseRow, type LockedCase, requireNotUnderAppeal } from '../model/case-row.ts';
import { notifyFinding } from './case-notices.ts';

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
  { order, row }: LockedCase,
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
  await notifyFinding(tx, order, next, at);
  return next;
}
