import { asc, lte } from 'drizzle-orm';
import type { DueDeps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refuse.ts';
import { depositClaims } from '../schema/cases.ts';
import { lockClaim } from './claim-row.ts';
import { payClaim } from './end-claim.ts';

async function meetObjectionEnd(deps: DueDeps, id: string): Promise<boolean> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const locked = await lockClaim(tx, id);
      const { state, dueAt } = locked.claim;
      // Objected to, dropped or paid since it was looked for.
      if (state !== 'open' || !dueAt || dueAt > deps.clock.now()) return false;
      await payClaim({ ...deps, db: tx }, locked, { actor: 'system', reason: 'no_objection' });
      return true;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) deps.log.error('due', error, { claimId: id });
    return false;
  }
}

/** Pays every claim whose time for objections has passed without one; answers how many. */
export async function runClaimsDue(deps: DueDeps): Promise<number> {
  const due = await deps.db
    .select({ id: depositClaims.id })
    .from(depositClaims)
    .where(lte(depositClaims.dueAt, deps.clock.now()))
    .orderBy(asc(depositClaims.dueAt), asc(depositClaims.id));
  let done = 0;
  for (const { id } of due) if (await meetObjectionEnd(deps, id)) done += 1;
  return done;
}
