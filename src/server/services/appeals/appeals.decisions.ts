import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { merchantText, names, text } from '../../platform/decisions/flag-types.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { withReopened } from '../../shops/shop/reopen.ts';
import { appealOf, decideAppeal } from './appeal-decide.ts';
import { appealView } from './appeals.ts';

export const appealDecisions = {
  'appeal-decide': defineDecision(
    'Answers an appeal: upheld keeps what it was about, reversed undoes it. The reason is what the merchant reads. What gives money back to a closed shop opens it again (reopened), until its wallet is empty. --distinct-from as in recharge-approve, where a recharge is credited again.',
    {
      appeal: text,
      outcome: v.picklist(['upheld', 'reversed']),
      reason: merchantText,
      'distinct-from': v.optional(names),
    },
    async (deps, { appeal, outcome, reason, 'distinct-from': distinctFrom }, actor) => {
      const { shopId } = await appealOf(deps.db, appeal);
      const decision = { no: appeal, outcome, reason, distinctFrom, actor };
      return withReopened(deps, shopId, async () =>
        appealView(await decideAppeal(deps, decision), await linkSigner(deps)),
      );
    },
  ),
};
