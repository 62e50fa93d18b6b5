import * as v from 'valibot';
import { decideAppeal } from '../services/appeals/appeal-decide.ts';
import { appealView } from '../services/appeals/appeals.ts';
import { decision } from './decision.ts';
import { merchantText, text } from './flag-types.ts';

export const appealDecisions = {
  'appeal-decide': decision(
    'Answers an objection: upheld keeps what it was about, reversed undoes it. The reason is what the merchant reads.',
    { appeal: text, outcome: v.picklist(['upheld', 'reversed']), reason: merchantText },
    async (deps, { appeal, outcome, reason }, actor) =>
      appealView(await decideAppeal(deps, { no: appeal, outcome, reason, actor })),
  ),
};
