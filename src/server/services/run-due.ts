import { lt } from 'drizzle-orm';
import { anchorsDue } from '../ledger/anchors.ts';
import type { Deps } from '../platform/context.ts';
import { isRetryable } from '../platform/database/sql-state.ts';
import { type DueWork, deleteOldFailures } from '../platform/due-work.ts';
import { unusedFilesDue } from '../platform/files/file-contents.ts';
import { downloads } from '../schema/downloads.ts';
import { quotes } from '../schema/quotes.ts';
import { figuresDue } from '../shops/figures/fold-deltas.ts';
import { holdsDue } from '../shops/restrictions/holds.ts';
import { restrictionsDue } from '../shops/restrictions/restrict.ts';
import { termsDue } from '../shops/terms/announce-terms.ts';
import { casesDue } from '../trade/cases/cases-due.ts';
import { claimsDue } from '../trade/claims/claims-due.ts';
import { depositsDue } from '../trade/deposits/deposits-due.ts';
import { ordersDue } from '../trade/orders/orders-due.ts';
import { adsDue } from './ads/ads-due.ts';
import { appealsDue } from './appeals/appeals-due.ts';
import { correctionsDue } from './corrections/announced-corrections.ts';
import { documentsExpired, documentsExpiring, reviewsLate } from './identity/expiry.ts';
import { rechargesDue, sendBacksDue } from './recharges/recharges-due.ts';
import { closingsDue } from './shop/close-shop.ts';
import { recallsDue, restoresDue, unconfirmedDue, withdrawalsLate } from './withdrawals/withdrawals-due.ts';

/** All due work, in the order of a round: a case that ends releases its order in the same round. */
export const dueWorks: readonly DueWork[] = [
  casesDue,
  ordersDue,
  holdsDue,
  claimsDue,
  correctionsDue,
  reviewsLate,
  documentsExpiring,
  documentsExpired,
  restrictionsDue,
  adsDue,
  appealsDue,
  depositsDue,
  closingsDue,
  withdrawalsLate,
  unconfirmedDue,
  recallsDue,
  restoresDue,
  rechargesDue,
  sendBacksDue,
  unusedFilesDue,
  termsDue,
  figuresDue,
  anchorsDue,
];

async function forgetOld(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  await db.delete(quotes).where(lt(quotes.expiresAt, clock.now()));
  await db.delete(downloads).where(lt(downloads.expiresAt, clock.now()));
  await deleteOldFailures(deps);
}

/**
 * Does all due work in turn, and deletes old quotes and links. A failure of one work does not stop the others, and a deadlock is no failure.
 * @returns how many times something was done, by the name of the work
 */
export async function runDue(deps: Deps): Promise<Record<string, number>> {
  const done: Record<string, number> = {};
  for (const { name, run } of [...dueWorks, { name: 'old rows', run: forgetOld }]) {
    try {
      const times = await run(deps);
      if (times) done[name] = times;
    } catch (error) {
      // It met a migration that locks table after table, and is repeated by the next round.
      if (isRetryable(error)) deps.log.info('due work put off', { work: name });
      else deps.log.error('due', error, { work: name });
    }
  }
  return done;
}
