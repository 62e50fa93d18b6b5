import { lte } from 'drizzle-orm';
import { dueWork } from '../../platform/due-work.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { dueCaseEvents } from '../model/case-machine.ts';
import { lockCase } from '../model/case-row.ts';
import { applyCaseEvent } from './apply-case-event.ts';

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
