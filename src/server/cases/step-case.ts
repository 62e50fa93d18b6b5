import type { CaseEvent } from './case-machine.ts';
import { tellCase } from './case-notices.ts';
import type { CaseRow, LockedCase } from './case-row.ts';
import { type CaseChange, type CaseDeps, moveCase } from './move-case.ts';
import { payOut } from './pay-out.ts';

type Outcome = NonNullable<CaseRow['outcome']>;

const outcomes: Partial<Record<CaseEvent, Outcome>> = {
  dismiss: 'rejected',
  withdraw: 'withdrawn',
  lapse: 'lapsed',
};

/**
 * One event on a case with all that follows from it at once: where nothing comes back, approval is the refund, and so
 * is the end of the inspection of what came back.
 */
export async function stepCase(deps: CaseDeps, locked: LockedCase, change: CaseChange): Promise<CaseRow> {
  if (change.event === 'refund') return payOut(deps, locked, change);
  const outcome = outcomes[change.event];
  const set = { ...change.set, ...(outcome && { outcome }) };
  const row = await moveCase(deps, locked, { ...change, set });
  if (row.state === 'approved' && row.type === 'refund') return payOut(deps, { ...locked, row }, change);
  await tellCase(deps.db, change.event, { order: locked.order, row, at: deps.clock.now() });
  return row;
}
