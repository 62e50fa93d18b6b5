import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { AfterSaleState, Fault } from '../../contract/status.ts';
import { refuse } from '../refuse.ts';
import { afterSaleCases, afterSaleEvents } from '../schema/cases.ts';
import { tellFinding } from './case-notices.ts';
import type { CaseRow, LockedCase } from './case-row.ts';
import type { CaseDeps } from './move-case.ts';

const undecided: readonly AfterSaleState[] = ['requested', 'merchant_due', 'rejected', 'platform_review'];

// Goods that are to come back leave nothing to find, unless the platform sees that they no longer will.
const isOpenToFinding = ({ type, state }: CaseRow): boolean =>
  type === 'refund' ? undecided.includes(state) : state === 'platform_review';

/**
 * Says who is at fault, before anything is decided by it: the case shows it, with what it would do to the money, and
 * what is posted later is posted by the fault that was shown. From then on no goods are waited for.
 */
export async function findFault(
  { db: tx, clock }: CaseDeps,
  { order, row }: LockedCase,
  { fault, actor, reason }: { fault: Fault; actor: string; reason: string },
): Promise<CaseRow> {
  if (!isOpenToFinding(row))
    throw refuse(codes.invalidOperation, { reason: 'status', params: { status: row.state } });
  const at = clock.now();
  const [next] = await tx
    .update(afterSaleCases)
    .set({ fault, type: 'refund' })
    .where(eq(afterSaleCases.id, row.id))
    .returning();
  if (!next) throw refuse(codes.operationBusy);
  const { id: caseId, shopId, state } = row;
  const told = { party: 'platform', actor, reason, at } as const;
  await tx
    .insert(afterSaleEvents)
    .values({ caseId, shopId, event: 'finding', from: state, to: state, ...told });
  await tellFinding(tx, order, next, at);
  return next;
}
