import * as v from 'valibot';
import { appeal } from '../../../contract/appeals.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { names, text } from '../../platform/decisions/flag-types.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { withReopened } from '../../shops/shop/reopen.ts';
import { appealOf, decideAppeal } from './appeal-decide.ts';
import { appealView } from './appeals.ts';

export const appealDecisions = {
  'appeal-decide': defineDecision({
    about:
      'Answers an appeal: upheld keeps what it was about, reversed undoes it. Then a refused recharge is reviewed again, or credited with what was set apart; for one that was credited with less than was reported, post what came with reverse before. A wrong part of a refund is compensated with the release of its order. The reason is what the merchant reads. What gives money back to a closed shop opens it again (reopened), until its wallet is empty. `distinctFrom` as in recharge-approve, where a recharge is credited again.',
    on: 'appeal',
    roles: ['support'],
    weight: 'binds',
    input: {
      appeal: text,
      outcome: v.picklist(['upheld', 'reversed']),
      reason: text,
      distinctFrom: v.optional(names),
    },
    output: v.object({ ...appeal.entries, reopened: v.boolean() }),
    run: async (deps, { appeal, outcome, reason, distinctFrom }, actor) => {
      const { shopId } = await appealOf(deps.db, appeal);
      const decision = { no: appeal, outcome, reason, distinctFrom, actor };
      return withReopened(deps, shopId, async () =>
        appealView(await decideAppeal(deps, decision), await linkSigner(deps)),
      );
    },
  }),
};
