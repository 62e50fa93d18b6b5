import { findPosting, merchantChange, requireUncorrected } from '../../ledger/reversal.ts';
import type { Deps } from '../../platform/context.ts';
import { requireSum } from '../../platform/decisions/require-sum.ts';
import { reopenForMoney } from '../../shops/shop/reopen.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { announceCorrection } from './announced-corrections.ts';
import { droppedCorrections } from './earlier-corrections.ts';
import { correctableOf, postCorrection, postingNoOf } from './post-correction.ts';

export interface AmountCorrection {
  shopId: string;
  /** The number of the wrong posting in the shop's chain. */
  seq: bigint;
  /** The right amount; zero where nothing should have been posted. */
  amount: bigint;
  /** Why it was wrong, in words for the merchant. */
  reason: string;
  actor: string;
}

export interface AmountCorrected {
  ref: string;
  change: bigint;
  statementId: string | null;
  /** When it is posted, where it takes something; null where it is posted already. */
  postAt: Date | null;
}

/**
 * Corrects the amount of a posting, with a reason. A correction in the merchant's favour is posted at once; one at the
 * merchant's cost is announced, held, and posted two weeks later.
 * @throws Refusal 405 for a recharge of more than one can be; 203 where the posting cannot be corrected, or was before
 */
export async function correctAmount(
  deps: Deps,
  { shopId, seq, amount, reason, actor }: AmountCorrection,
): Promise<AmountCorrected> {
  const { db: tx } = deps;
  const wrong = await findPosting(tx, { shopId, seq });
  const { right } = correctableOf(wrong, amount);
  // Any other posting that gives more by its correction gives back what was taken, which may be above that.
  if (wrong.kind === 'recharge') requireSum(deps.config, amount);
  // Of two corrections at once the second finds what the first has posted or announced.
  await lockShop(tx, shopId);
  const before = await droppedCorrections(tx, { shopId, seq });
  await requireUncorrected(tx, wrong);
  const ref = await postingNoOf(tx, wrong);
  const change = merchantChange(wrong, right);
  if (change >= 0n) {
    await reopenForMoney(deps, shopId);
    await postCorrection(deps, wrong, { amount, reason, actor });
    return { ref, change, statementId: null, postAt: null };
  }
  const announced = { before, wrong, amount, taken: -change, reason, actor };
  const { statementId, postAt } = await announceCorrection(deps, announced);
  return { ref, change, statementId, postAt };
}
