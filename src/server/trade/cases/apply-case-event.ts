import { lte } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import { dueWork } from '../../platform/due-work.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { type CaseEvent, dueCaseEvents } from '../model/case-machine.ts';
import { type CaseRow, type LockedCase, lockCase } from '../model/case-row.ts';
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
  await notifyCase(deps.db, change.event, { order: locked.order, row, at: deps.clock.now() });
  return row;
}

/** Applies the due event of every case that is past its date. */
export const casesDue = dueWork({
  name: 'case',
  due: (now) => ({
    id: afterSaleCases.id,
    at: afterSaleCases.dueAt,
    where: lte(afterSaleCases.dueAt, now),
  }),
  handle: async (deps, id) => {
    const locked = await lockCase(deps.db, id);
    const { state, type, dueAt } = locked.row;
    const event = dueCaseEvents[state]?.[type];
    // A party acted after the case was selected.
    if (!event || !dueAt || dueAt > deps.clock.now()) return false;
    await applyCaseEvent(deps, locked, { event, party: 'system', actor: 'system' });
    return true;
  },
});
