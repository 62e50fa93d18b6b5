import * as v from 'valibot';
import { day } from '../../../contract/fields.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, text, textUpTo } from '../../platform/decisions/flag-types.ts';
import { count } from '../../platform/decisions/output-types.ts';
import { shopIdOf } from '../find-rows.ts';
import { recordTraffic } from './traffic-report.ts';

const reported = integer(0, 1_000_000);
const articles = v.pipe(v.array(v.object({ goods: text, count: reported })), v.maxLength(500));

export const trafficDecisions = {
  'traffic-report': defineDecision({
    about:
      'Visitors of a shop and clicks on its goods, as the shop front has counted them: of a day of the shop, or of an hour of it, which draws the hours of a day. Reports add up, each counts once by its reference, and one that is sent again changes nothing. An empty list reports that nothing was clicked; what is left out is not known.',
    on: 'shop',
    roles: ['shop_front'],
    weight: 'plain',
    key: 'optional',
    input: {
      shop: v.optional(text),
      day,
      hour: v.optional(integer(0, 23)),
      visitors: v.optional(reported),
      clicks: v.optional(articles),
      reference: textUpTo(120),
    },
    output: v.object({
      shopId: v.string(),
      day: v.string(),
      hour: v.nullable(count),
      visitors: v.nullable(count),
      clicks: v.nullable(count),
    }),
    run: async (deps, { shop, ...report }, actor) =>
      recordTraffic(deps, { ...report, shopId: await shopIdOf(deps.db, shop), actor }),
  }),
};
