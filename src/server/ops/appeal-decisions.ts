import * as v from 'valibot';
import { decideAppeal } from '../appeals/appeal-decide.ts';
import { appealView } from '../appeals/appeals.ts';
import { decision } from './decision.ts';
import { text } from './flags.ts';

export const appealDecisions = {
  'appeal-decide': decision(
    'Answers an objection: upheld keeps what it was about, reversed undoes it. The reason is what the merchant reads.',
    { appeal: text, outcome: v.picklist(['upheld', 'reversed']), reason: text },
    async (deps, { appeal, outcome, reason }, actor) =>
      appealView(await decideAppeal(deps, { no: appeal, outcome, reason, actor })),
  ),
};
