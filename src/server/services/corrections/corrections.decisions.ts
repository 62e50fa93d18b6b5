import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { findPosting, merchantChange, requireUncorrected } from '../../ledger/reversal.ts';
import type { Deps } from '../../platform/context.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, text } from '../../platform/decisions/flag-types.ts';
import { maybeText, maybeTime, signedMoney } from '../../platform/decisions/output-types.ts';
import { requireSum } from '../../platform/decisions/require-sum.ts';
import { idOf, shopIdOf } from '../../shops/find-rows.ts';
import { reopenForMoney, withReopened } from '../../shops/shop/reopen.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { lockOrder } from '../../trade/model/order-row.ts';
import { announceCorrection } from './announced-corrections.ts';
import { correctFault } from './correct-fault.ts';
import { droppedCorrections } from './earlier-corrections.ts';
import { correctableOf, postCorrection, postingNoOf } from './post-correction.ts';

interface AmountCorrection {
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
async function correctAmount(
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

const number = v.pipe(
  v.string(),
  v.digits(),
  v.maxLength(18),
  v.transform((typed) => BigInt(typed)),
);

const correction = v.object({
  ref: v.string(),
  change: signedMoney,
  statementId: maybeText,
  postAt: maybeTime,
  reopened: v.boolean(),
});

export const correctionDecisions = {
  reverse: defineDecision({
    about:
      'Takes a wrong posting back in full and posts the right amount beside it; without an amount, nothing in its place. What takes from the merchant is announced, with its statement, held for 14 days in which the merchant can object, and posted then; nothing older than 30 days is taken. What gives to a closed shop opens it again (reopened), until its wallet is empty. The transaction is the number before the dash of a row of the shop’s flow.',
    on: 'shop',
    roles: ['finance'],
    weight: 'pays',
    input: { shop: v.optional(text), transaction: number, amount: v.optional(amount), reason: text },
    output: correction,
    run: async (deps, { shop, transaction, amount = 0n, reason }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      const done = await withReopened(deps, shopId, () =>
        correctAmount(deps, { shopId, seq: transaction, amount, reason, actor }),
      );
      return { ...done, change: formatMoney(done.change), postAt: done.postAt?.toISOString() ?? null };
    },
  }),

  'refund-correct': defineDecision({
    about:
      'A refund that put its purchase cost on the shop was the supplier’s fault: reverses the posting and posts the right one; a closed shop is open again then (reopened), until its wallet is empty.',
    on: 'order',
    roles: ['finance'],
    weight: 'pays',
    input: { order: text, reason: text },
    output: v.object({ no: v.string(), change: signedMoney, reopened: v.boolean() }),
    run: async (deps, { order, reason }, actor) => {
      const orderId = await idOf(deps.db, 'order', order);
      const { shopId } = await lockOrder(deps.db, orderId);
      const done = await withReopened(deps, shopId, () => correctFault(deps, { orderId, actor, reason }));
      return { ...done, change: formatMoney(done.change) };
    },
  }),
};
