import type { Deps } from '../../platform/context.ts';
import type { CaseEvent } from '../model/case-machine.ts';
import type { CaseRow, LockedCase } from '../model/case-row.ts';
import { type CaseChange, moveCase } from '../model/move-case.ts';
import { notifyCase } from './case-notices.ts';
import { refundCase } from './refund-case.ts';

type Outcome = NonNullable<CaseRow['outcome']>;

const outcomes: Partial<Record<CaseEvent, Outcome>> = {
  dismiss: 'rejected',
  withdraw: 'withdrawn',
  expire: 'lapsed',
};

/**
 * Applies one event to a case with all its consequences: without a return, approval is the refund, and so is the end of
 * the inspection of returned goods.
 */
export async function applyCaseEvent(deps: Deps, locked: LockedCase, change: CaseChange): Promise<CaseRow> {
  if (change.event === 'refund') return refundCase(deps, locked, change);
  const outcome = outcomes[change.event];
  const set = { ...change.set, ...(outcome && { outcome }) };
  const row = await moveCase(deps, locked, { ...change, set });
  if (row.state === 'approved' && row.type === 'refund') return refundCase(deps, { ...locked, row }, change);
  await notifyCase(deps.db, change.event, { row, at: deps.clock.now() });
  return row;
}
