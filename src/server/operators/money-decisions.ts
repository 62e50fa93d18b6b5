import { and, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import { move, post } from '../ledger/ledger.ts';
import { refuse } from '../platform/refuse.ts';
import { entries, transactions } from '../schema/ledger.ts';
import {
  type HoldRow,
  holdConditions,
  holdReasons,
  placeHold,
  releaseHold,
  renewHold,
} from '../shops/restrictions/holds.ts';
import { postingKinds } from '../trade/records/order-postings.ts';
import { decision } from './decision.ts';
import { idOf, merchantText, shopIdOf, sum, text } from './flag-types.ts';
import { reasonFlags, reasonsOf } from './reason-flags.ts';

const summary = (hold: HoldRow) => ({
  id: hold.id,
  amount: formatMoney(hold.amount),
  reasonCode: hold.reasonCode,
  statementId: hold.statementId,
  reviewBy: hold.reviewBy.toISOString(),
  releasedAt: hold.releasedAt?.toISOString() ?? null,
});

export const moneyDecisions = {
  hold: decision(
    'Sets money of a shop aside, with its statement of reasons and the date by which it is reviewed or ends. What an authority demands (--code legal) needs its order (--legal-reference).',
    {
      amount: sum,
      code: v.picklist(holdReasons),
      ...reasonFlags,
      shop: v.optional(text),
      ref: v.optional(merchantText),
      condition: v.optional(v.picklist(holdConditions)),
    },
    async (deps, input, actor) => {
      const shopId = await shopIdOf(deps.db, input.shop);
      const { amount, code, ref = '', condition } = input;
      const hold = { shopId, amount, reasonCode: code, ref, actor, condition };
      return summary(await placeHold(deps, { ...hold, ...reasonsOf(input) }));
    },
  ),

  'hold-release': decision(
    'Gives held money back to the balance.',
    { hold: text, reason: v.optional(merchantText, 'review_closed') },
    async (deps, input, actor) => summary(await releaseHold(deps, input.hold, actor, input.reason)),
  ),

  'hold-renew': decision(
    'Keeps a hold for another term, in its last 3 days and at most twice; needs a new statement of reasons. Only the order of an authority (--legal-reference) keeps it longer.',
    { hold: text, ...reasonFlags },
    async (deps, { hold, ...stated }, actor) =>
      summary(await renewHold(deps, hold, { actor, ...reasonsOf(stated) })),
  ),

  'supplier-repaid': decision(
    'The supplier has paid back the cost of a refunded order.',
    { order: text },
    async ({ db, clock }, input, actor) => {
      const id = await idOf(db, 'order', input.order);
      // The amount owed is read from the postings of the refund and its corrections, not from the text of a reason.
      const [row] = await db
        .select({ owed: sql<string>`coalesce(-sum(${entries.amount}), 0)::text` })
        .from(entries)
        .innerJoin(transactions, eq(transactions.seq, entries.seq))
        .where(
          and(
            inArray(transactions.kind, [postingKinds.refund ?? 'refund', 'reversal', 'correction']),
            eq(transactions.ref, id),
            eq(entries.account, 'P.supplier_receivable'),
          ),
        );
      const owed = BigInt(row?.owed ?? 0);
      if (owed === 0n) throw refuse(codes.invalidOperation, { reason: 'nothing_owed' });
      const moves = move('world:supplier', 'P.supplier_receivable', owed);
      const at = clock.now();
      await post(db, { kind: 'supplier_repaid', ref: id, shopId: null, actor, at, entries: moves });
      return { order: id, amount: formatMoney(owed) };
    },
  ),
};
