import * as v from 'valibot';
import { defineDecision, demoOnly } from '../../platform/decisions/define-decision.ts';
import { integer, text } from '../../platform/decisions/flag-types.ts';
import { goodsOf, shopIdOf } from '../find-rows.ts';
import { changeCredit } from './credit.ts';
import { recordClicks, recordVisits } from './shop-events.ts';

const points = v.pipe(v.string(), v.regex(/^-?[1-9]\d?$/), v.transform(Number));

export const shopDecisions = {
  visit: demoOnly(
    defineDecision(
      "Visits to a shop's front; played by the demo only.",
      { shop: v.optional(text), count: v.optional(integer(1, 1000), 1) },
      async (deps, { shop, count }) => {
        await recordVisits(deps, await shopIdOf(deps.db, shop), count);
        return { count };
      },
    ),
  ),

  click: demoOnly(
    defineDecision(
      'Clicks on listed goods; played by the demo only.',
      { goods: text, shop: v.optional(text), count: v.optional(integer(1, 1000), 1) },
      async (deps, input) => {
        const article = await goodsOf(deps.db, input.goods);
        await recordClicks(deps, await shopIdOf(deps.db, input.shop), [
          { goodsId: article.id, count: input.count },
        ]);
        return { count: input.count };
      },
    ),
  ),

  'score-change': defineDecision(
    'Changes the credit score of a shop by some points, with the statement of reasons.',
    { shop: v.optional(text), points, facts: text, rule: text },
    async (deps, { shop, points: change, facts, rule }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return changeCredit(deps, { shopId, change, facts, rule, actor });
    },
  ),
};
