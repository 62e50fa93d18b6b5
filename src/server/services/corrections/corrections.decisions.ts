import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, text } from '../../platform/decisions/flag-types.ts';
import { idOf, shopIdOf } from '../../shops/find-rows.ts';
import { withReopened } from '../../shops/shop/reopen.ts';
import { lockOrder } from '../../trade/model/order-row.ts';
import { correctAmount } from './correct-amount.ts';
import { correctFault } from './correct-fault.ts';

const number = v.pipe(
  v.string(),
  v.digits(),
  v.maxLength(18),
  v.transform((typed) => BigInt(typed)),
);

export const correctionDecisions = {
  reverse: defineDecision(
    'Takes a wrong posting back in full and posts the right amount beside it; without an amount, nothing in its place. What takes from the merchant is announced, with its statement, held for 14 days in which the merchant can object, and posted then; nothing older than 30 days is taken. What gives to a closed shop opens it again (reopened), until its wallet is empty. The transaction is the number before the dash of a row of the shop’s flow.',
    { shop: v.optional(text), transaction: number, amount: v.optional(amount), reason: text },
    async (deps, { shop, transaction, amount = 0n, reason }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      const done = await withReopened(deps, shopId, () =>
        correctAmount(deps, { shopId, seq: transaction, amount, reason, actor }),
      );
      return { ...done, change: formatMoney(done.change), postAt: done.postAt?.toISOString() ?? null };
    },
  ),

  'refund-correct': defineDecision(
    'A refund that put its purchase cost on the shop was the supplier’s fault: reverses the posting and posts the right one; a closed shop is open again then (reopened), until its wallet is empty.',
    { order: text, reason: text },
    async (deps, { order, reason }, actor) => {
      const orderId = await idOf(deps.db, 'order', order);
      const { shopId } = await lockOrder(deps.db, orderId);
      const done = await withReopened(deps, shopId, () => correctFault(deps, { orderId, actor, reason }));
      return { ...done, change: formatMoney(done.change) };
    },
  ),
};
