import { and, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import { move, post } from '../ledger/ledger.ts';
import { postingKinds } from '../orders/order-postings.ts';
import { refuse } from '../refuse.ts';
import {
  type HoldRow,
  holdReasons,
  longestReview,
  placeHold,
  releaseHold,
  renewHold,
} from '../restrictions/holds.ts';
import { entries, transactions } from '../schema/ledger.ts';
import { decision } from './decision.ts';
import { idOf, shopIdOf, sum, text, whole } from './flags.ts';

const summary = (hold: HoldRow) => ({
  ...{ id: hold.id, amount: formatMoney(hold.amount), reasonCode: hold.reasonCode },
  ...{ statementId: hold.statementId, reviewBy: hold.reviewBy.toISOString() },
  releasedAt: hold.releasedAt?.toISOString() ?? null,
});

const statement = { facts: text, rule: text, days: v.optional(whole(1, longestReview), longestReview) };

export const moneyDecisions = {
  hold: decision(
    'Sets money of a shop aside, with its statement of reasons and the date by which it is reviewed or ends.',
    {
      amount: sum,
      code: v.picklist(holdReasons),
      ...statement,
      shop: v.optional(text),
      ref: v.optional(text),
      condition: v.optional(text),
    },
    async (deps, input, actor) => {
      const shopId = await shopIdOf(deps.db, input.shop);
      const { amount, code, facts, rule, days, ref = '', condition } = input;
      const hold = { shopId, amount, reasonCode: code, facts, rule, ref, actor, reviewDays: days };
      return summary(await placeHold(deps, condition === undefined ? hold : { ...hold, condition }));
    },
  ),

  'hold-release': decision(
    'Gives held money back to the balance.',
    { hold: text, reason: v.optional(text, 'review_closed') },
    async (deps, input, actor) => summary(await releaseHold(deps, input.hold, actor, input.reason)),
  ),

  'hold-renew': decision(
    'Keeps a hold for another term; needs a new statement of reasons.',
    { hold: text, ...statement },
    async (deps, { hold, facts, rule, days }, actor) =>
      summary(await renewHold(deps, hold, { facts, rule, actor, reviewDays: days })),
  ),

  'supplier-repaid': decision(
    'The supplier has paid back the cost of a refunded order.',
    { order: text },
    async ({ db, clock }, input, actor) => {
      const id = await idOf(db, 'order', input.order);
      // What the refund put down as owed says so, and a correction of it, not the words of its reason.
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
