import * as v from 'valibot';
import { defineDecision, demoOnly } from '../../platform/decisions/define-decision.ts';
import { integer, text } from '../../platform/decisions/flag-types.ts';
import { count } from '../../platform/decisions/output-types.ts';
import { goodsOf, shopIdOf } from '../find-rows.ts';
import { changeCredit } from './credit.ts';
import { recordClicks, recordVisits } from './shop-events.ts';

const points = v.pipe(integer(-99, 99), v.notValue(0));

export const shopDecisions = {
  visit: demoOnly(
    defineDecision({
      about: "Visits to a shop's front; played by the demo only.",
      on: 'shop',
      roles: ['shop_front'],
      weight: 'plain',
      input: { shop: v.optional(text), count: v.optional(integer(1, 1000), 1) },
      output: v.object({ count }),
      run: async (deps, { shop, count }) => {
        await recordVisits(deps, await shopIdOf(deps.db, shop), count);
        return { count };
      },
    }),
  ),

  click: demoOnly(
    defineDecision({
      about: 'Clicks on listed goods; played by the demo only.',
      on: 'shop',
      roles: ['shop_front'],
      weight: 'plain',
      input: { goods: text, shop: v.optional(text), count: v.optional(integer(1, 1000), 1) },
      output: v.object({ count }),
      run: async (deps, input) => {
        const article = await goodsOf(deps.db, input.goods);
        await recordClicks(deps, await shopIdOf(deps.db, input.shop), [
          { goodsId: article.id, count: input.count },
        ]);
        return { count: input.count };
      },
    }),
  ),

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
