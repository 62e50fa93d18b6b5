import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { merchantText, text } from '../../platform/decisions/flag-types.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { decideAppeal } from './appeal-decide.ts';
import { appealView } from './appeals.ts';

export const appealDecisions = {
  'appeal-decide': defineDecision(
    'Answers an appeal: upheld keeps what it was about, reversed undoes it. The reason is what the merchant reads.',
    { appeal: text, outcome: v.picklist(['upheld', 'reversed']), reason: merchantText },
    async (deps, { appeal, outcome, reason }, actor) =>
      appealView(await decideAppeal(deps, { no: appeal, outcome, reason, actor }), await linkSigner(deps)),
  ),
};
