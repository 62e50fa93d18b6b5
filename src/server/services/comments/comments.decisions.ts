import * as v from 'valibot';
import { defineDecision, requireDemoFor } from '../../platform/decisions/define-decision.ts';
import { integer, picture, text } from '../../platform/decisions/flag-types.ts';
import { count } from '../../platform/decisions/output-types.ts';
import { goodsOf, idOf } from '../../shops/find-rows.ts';
import { applyOrderEvent } from '../../trade/orders/apply-order-event.ts';
import { orderState, orderSummary } from '../../trade/orders/orders.decisions.ts';
import { addBuyerComment } from './add-comment.ts';

export const commentDecisions = {
  comment: defineDecision({
    about:
      'A buyer comments on an accepted order: words, a picture (base64). Stars (once) are the buyer’s own; the demo may play them.',
    on: 'order',
    roles: ['shop_front'],
    weight: 'plain',
    codes: [442],
    input: {
      order: text,
      stars: v.optional(integer(1, 5)),
      text: v.optional(text),
      goods: v.optional(text),
      picture: v.optional(picture),
    },
    output: v.object({ id: v.string(), orderId: v.string(), rating: v.nullable(count), content: v.string() }),
    run: async (deps, { order, stars, text: content = '', goods, picture }, actor) => {
      if (stars !== undefined) requireDemoFor(deps, 'stars');
      const goodsId = goods === undefined ? undefined : (await goodsOf(deps.db, goods)).id;
      const orderId = await idOf(deps.db, 'order', order);
      const row = await addBuyerComment(deps, { orderId, rating: stars, content, goodsId, picture, actor });
      return { id: row.id, orderId, rating: row.rating, content: row.content };
    },
  }),

  accept: defineDecision({
    about: 'The buyer accepts the goods. Stars are the buyer’s own; the demo may play them.',
    on: 'order',
    roles: ['shop_front'],
    weight: 'plain',
    codes: [442],
    input: { order: text, stars: v.optional(integer(1, 5)) },
    output: orderState,
    run: async (deps, input, actor) => {
      if (input.stars !== undefined) requireDemoFor(deps, 'stars');
      const orderId = await idOf(deps.db, 'order', input.order);
      const order = await applyOrderEvent(deps, { orderId, event: 'accept', party: 'buyer', actor });
      if (input.stars !== undefined)
        await addBuyerComment(deps, { orderId, rating: input.stars, content: '', actor });
      return orderSummary(order);
    },
  }),
};
