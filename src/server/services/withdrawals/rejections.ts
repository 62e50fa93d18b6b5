import { and, count, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { lockName } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refuse.ts';
import { withdrawalSteps, withdrawals } from '../../schema/withdrawals.ts';
import { issueStatement, withReference } from '../../shops/restrictions/statements.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/**
 * How many withdrawals of a shop to one account may fail within the counted days before no further one may be rejected.
 */
const maxRejections = 2;
const countedDays = 30;

/** Returns how many other withdrawals to this account were rejected or came back in the last 30 days. */
export async function countRejections({ db, clock }: Deps, row: WithdrawalRow) {
  const [counted] = await db
    .select({ rejections: count() })
    .from(withdrawalSteps)
    .innerJoin(withdrawals, eq(withdrawals.id, withdrawalSteps.withdrawalId))
    .where(
      and(
        eq(withdrawals.shopId, row.shopId),
        ne(withdrawals.id, row.id),
        // An account that is removed and added again counts as the same one.
        sql`${withdrawals.payTo}->>'number' = ${row.payTo.number}`,
        inArray(withdrawalSteps.step, ['rejected', 'returned']),
        gt(withdrawalSteps.at, after(clock.now(), -countedDays * day)),
      ),
    );
  return counted?.rejections ?? 0;
}

/** Returns whether a withdrawal may still be rejected without the order of an authority. */
export const isRejectable = (rejections: number): boolean => rejections < maxRejections;

/**
 * Refuses to reject a withdrawal where two others to the same account were rejected or came back in the last 30 days,
 * unless an authority demands it: repeated rejection would keep the merchant's money.
 * @throws Refusal 203 `rejected_too_often`
 */
export async function requireRejectable(
  deps: Deps,
  row: WithdrawalRow,
  { legalReference }: { legalReference?: string },
): Promise<void> {
  if (legalReference !== undefined) return;
  // Of two rejections at once the second counts the first.
  await lockName(deps.db, `withdrawal refusals ${row.shopId}`);
  if (isRejectable(await countRejections(deps, row))) return;
  throw refuse(codes.invalidOperation, {
    reason: 'rejected_too_often',
    params: { most: maxRejections, days: countedDays },
    message: `${maxRejections} withdrawals of this shop to this account were rejected or came back within ${countedDays} days: pay this one. Only the order of an authority, named in "legalReference", rejects it.`,
  });
}

/** States why a withdrawal was rejected or came back, so that its merchant can appeal; returns the statement's id. */
export const issueRejectionStatement = (
  deps: Deps,
  { id, no, shopId, step, reasonCode, reason }: WithdrawalRow,
  { actor, legalReference }: { actor: string; legalReference?: string },
): Promise<string> =>
  issueStatement(deps, {
    shopId,
    kind: step === 'rejected' ? 'withdrawal_rejected' : 'withdrawal_returned',
    facts: withReference(reason ?? reasonCode ?? '', legalReference),
    rule: 'withdrawal_refused_rule',
    params: { no },
    actor,
    subject: id,
  });
