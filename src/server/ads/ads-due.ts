import { asc, lte } from 'drizzle-orm';
import type { Deps, DueDeps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { adPurchases } from '../schema/ads.ts';
import { lockPurchase } from './ad-row.ts';
import { settleAd } from './settle-ad.ts';

async function meetDate(deps: Pick<Deps, 'db' | 'clock'>, id: string): Promise<boolean> {
  const row = await lockPurchase(deps.db, id);
  const now = deps.clock.now();
  // Stopped, or posted by another process since it was found.
  if (row.status !== 'running' || !row.dueAt || row.dueAt > now) return false;
  await settleAd(deps, row, { actor: 'system', ending: now >= row.endsAt ? 'completed' : null });
  return true;
}

/** Posts what promotions delivered in the days that have ended, and gives back what the ended ones did not. */
export async function runAdsDue(deps: DueDeps): Promise<number> {
  const due = await deps.db
    .select({ id: adPurchases.id })
    .from(adPurchases)
    .where(lte(adPurchases.dueAt, deps.clock.now()))
    .orderBy(asc(adPurchases.dueAt), asc(adPurchases.id));
  let done = 0;
  for (const { id } of due)
    if (await inTransaction(deps.db, (tx) => meetDate({ ...deps, db: tx }, id))) done += 1;
  return done;
}
