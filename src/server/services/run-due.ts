import { or, sql } from 'drizzle-orm';
import { anchorsDue } from '../ledger/anchors.ts';
import type { Deps } from '../platform/context.ts';
import { queryRows } from '../platform/database/db.ts';
import { isRetryable } from '../platform/database/sql-state.ts';
import type { DueWork } from '../platform/due-work.ts';
import { unusedFilesDue } from '../platform/files/file-contents.ts';
import { unusedPicturesDue } from '../platform/files/pictures.ts';
import { figuresDue } from '../shops/figures/fold-deltas.ts';
import { holdsDue } from '../shops/restrictions/holds.ts';
import { restrictionsDue } from '../shops/restrictions/restrict.ts';
import { termsDue } from '../shops/terms/announce-terms.ts';
import { casesDue } from '../trade/cases/cases-due.ts';
import { depositsDue } from '../trade/deposits/deposit-return.ts';
import { ordersDue } from '../trade/orders/orders-due.ts';
import { adsDue } from './ads/settle-ad.ts';
import { appealsDue } from './appeals/appeals.ts';
import { correctionsDue } from './corrections/announced-corrections.ts';
import { documentsExpired, documentsExpiring, reviewsLate } from './identity/expiry.ts';
import { closingsDue } from './profile/close-shop.ts';
import { rechargesDue, sendBacksDue } from './recharges/recharges-due.ts';
import { recallsDue, restoresDue, unconfirmedDue, withdrawalsLate } from './withdrawals/withdrawals-due.ts';

/** All due work, in the order of a round: a case that ends releases its order in the same round. */
export const dueWorks: readonly DueWork[] = [
  casesDue,
  ordersDue,
  holdsDue,
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
  unusedPicturesDue,
  termsDue,
  figuresDue,
  anchorsDue,
];

/** Notes work that met a migration, which locks table after table: the next round repeats it. Logs any other failure. */
function logFailure({ log }: Deps, work: string, error: unknown): void {
  if (isRetryable(error)) log.info('due work put off', { work });
  else log.error('due', error, { work });
}

/** Asks by one statement whether anything is due: most rounds find nothing, and a server makes one every two seconds. */
async function isAnyDue(deps: Deps): Promise<boolean> {
  const conditions = dueWorks.map((work) => work.isDue(deps));
  try {
    const [found] = await queryRows<{ due: boolean }>(deps.db, sql`select ${or(...conditions)} as due`);
    return found?.due === true;
  } catch (error) {
    logFailure(deps, 'any', error);
    // One that cannot be asked must not stop the others.
    return !isRetryable(error);
  }
}

/**
 * Does all due work in turn. A failure of one work does not stop the others, and a deadlock is no failure.
 * @returns how many times something was done, by the name of the work
 */
export async function runDue(deps: Deps): Promise<Record<string, number>> {
  const done: Record<string, number> = {};
  if (!(await isAnyDue(deps))) return done;
  for (const { name, run } of dueWorks) {
    try {
      const times = await run(deps);
      if (times) done[name] = times;
    } catch (error) {
      logFailure(deps, name, error);
    }
  }
  return done;
}
