import { asc, lte } from 'drizzle-orm';
import type { DueDeps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refuse.ts';
import { afterSaleCases } from '../schema/cases.ts';
import { dueCaseEvents } from './case-machine.ts';
import { type CaseRow, lockCase } from './case-row.ts';
import { stepCase } from './step-case.ts';

async function meetCaseDeadline(deps: DueDeps, { id, state }: CaseRow): Promise<CaseRow | null> {
  const event = dueCaseEvents[state];
  if (!event) return null;
  try {
    return await inTransaction(deps.db, async (tx) => {
      const locked = await lockCase(tx, id);
      const { row } = locked;
      // Somebody acted since it was looked for.
      if (row.state !== state || !row.dueAt || row.dueAt > deps.clock.now()) return null;
      return stepCase({ ...deps, db: tx }, locked, { event, party: 'system', actor: 'system' });
    });
  } catch (error) {
    if (!(error instanceof Refusal)) deps.log.error('due', error, { caseId: id, state });
    return null;
  }
}

/** Does what the date of each case demands; answers how many went on. */
export async function runCasesDue(deps: DueDeps): Promise<number> {
  const due = await deps.db
    .select()
    .from(afterSaleCases)
    .where(lte(afterSaleCases.dueAt, deps.clock.now()))
    .orderBy(asc(afterSaleCases.dueAt), asc(afterSaleCases.id));
  let done = 0;
  for (const row of due) if (await meetCaseDeadline(deps, row)) done += 1;
  return done;
}
