import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { merchantText, text } from '../../platform/decisions/flag-types.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { withReopened } from '../../shops/shop/reopen.ts';
import { appealOf, decideAppeal } from './appeal-decide.ts';
import { appealView } from './appeals.ts';

export const appealDecisions = {
  'appeal-decide': defineDecision(
    'Answers an appeal: upheld keeps what it was about, reversed undoes it. The reason is what the merchant reads. What gives money back to a closed shop opens it again (reopened), until its wallet is empty.',
    { appeal: text, outcome: v.picklist(['upheld', 'reversed']), reason: merchantText },
    async (deps, { appeal, outcome, reason }, actor) => {
      const { shopId } = await appealOf(deps.db, appeal);
      return withReopened(deps, shopId, async () =>
        appealView(await decideAppeal(deps, { no: appeal, outcome, reason, actor }), await linkSigner(deps)),
      );
    },
  ),
};
