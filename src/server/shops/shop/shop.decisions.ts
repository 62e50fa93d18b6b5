import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, text } from '../../platform/decisions/flag-types.ts';
import { shopIdOf } from '../find-rows.ts';
import { changeCredit } from './credit.ts';

const points = v.pipe(integer(-99, 99), v.notValue(0));

export const shopDecisions = {
  'score-change': defineDecision({
    about: 'Changes the credit score of a shop by some points, with the statement of reasons.',
    on: 'shop',
    roles: ['support'],
    weight: 'binds',
    input: { shop: v.optional(text), points, facts: text, rule: text },
    output: v.object({ id: v.string(), change: v.number(), statementId: v.string() }),
    run: async (deps, { shop, points: change, facts, rule }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return changeCredit(deps, { shopId, change, facts, rule, actor });
    },
  }),
};
