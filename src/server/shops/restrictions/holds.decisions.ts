import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, text } from '../../platform/decisions/flag-types.ts';
import { maybeText, maybeTime, money, time } from '../../platform/decisions/output-types.ts';
import { holdReasons } from '../../schema/restrictions.ts';
import { shopIdOf } from '../find-rows.ts';
import { type HoldRow, holdConditions, placeHold, releaseHold, renewHold } from './holds.ts';
import { reasonFlags, reasonsOf } from './reason-flags.ts';

const holdState = v.object({
  id: v.string(),
  amount: money,
  reasonCode: v.string(),
  statementId: maybeText,
  reviewBy: time,
  releasedAt: maybeTime,
});

const summary = (hold: HoldRow) => ({
  id: hold.id,
  amount: formatMoney(hold.amount),
  reasonCode: hold.reasonCode,
  statementId: hold.statementId,
  reviewBy: hold.reviewBy.toISOString(),
  releasedAt: hold.releasedAt?.toISOString() ?? null,
});

export const holdDecisions = {
  hold: defineDecision({
    about:
      'Sets money of a shop aside, with its statement of reasons and the date by which it is reviewed or ends. What an authority demands (`code` legal) needs its order (`legalReference`).',
    on: 'hold',
    roles: ['finance'],
    weight: 'binds',
    input: {
      amount,
      code: v.picklist(holdReasons),
      ...reasonFlags,
      shop: v.optional(text),
      ref: v.optional(text),
      condition: v.optional(v.picklist(holdConditions)),
    },
    output: holdState,
    run: async (deps, input, actor) => {
      const shopId = await shopIdOf(deps.db, input.shop);
      const { amount, code, ref = '', condition } = input;
      const hold = { shopId, amount, reasonCode: code, ref, actor, condition };
      return summary(await placeHold(deps, { ...hold, ...reasonsOf(input) }));
    },
  }),

  'hold-release': defineDecision({
    about: 'Gives held money back to the balance.',
    on: 'hold',
    roles: ['finance', 'support'],
    weight: 'frees',
    input: { hold: text, reason: v.optional(text, 'review_closed') },
    output: holdState,
    run: async (deps, input, actor) => summary(await releaseHold(deps, input.hold, actor, input.reason)),
  }),

  'hold-renew': defineDecision({
    about:
      'Keeps a hold for another period, in its last 3 days and at most twice; needs a new statement of reasons. Only the order of an authority (`legalReference`) keeps it longer.',
    on: 'hold',
    roles: ['finance'],
    weight: 'binds',
    input: { hold: text, ...reasonFlags },
    output: holdState,
    run: async (deps, { hold, ...stated }, actor) =>
      summary(await renewHold(deps, hold, { actor, ...reasonsOf(stated) })),
  }),
};
