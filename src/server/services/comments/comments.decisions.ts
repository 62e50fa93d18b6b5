import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, picture, text, textUpTo } from '../../platform/decisions/flag-types.ts';
import { count } from '../../platform/decisions/output-types.ts';
import { goodsOf, idOf } from '../../shops/find-rows.ts';
import { applyOrderEvent } from '../../trade/orders/apply-order-event.ts';
import { orderState, orderSummary } from '../../trade/orders/orders.decisions.ts';
import { addBuyerComment } from './add-comment.ts';

export const commentDecisions = {
  comment: defineDecision({
    about:
      'A buyer’s comment on an accepted order, as the shop front has it: stars (1 to 5, once for an order), words, a picture (base64). It counts once by its reference, and sent again it changes nothing.',
    on: 'order',
    roles: ['shop_front'],
    weight: 'plain',
    key: 'optional',
    codes: [442],
    input: {
      order: text,
      stars: v.optional(integer(1, 5)),
      text: v.optional(text),
      goods: v.optional(text),
      picture: v.optional(picture),
      reference: textUpTo(120),
    },
    output: v.object({ id: v.string(), orderId: v.string(), rating: v.nullable(count), content: v.string() }),
    run: async (deps, { order, stars, text: content = '', goods, picture, reference }, actor) => {
      const goodsId = goods === undefined ? undefined : (await goodsOf(deps.db, goods)).id;
      const orderId = await idOf(deps.db, 'order', order);
      const comment = { orderId, rating: stars, content, goodsId, picture, reference, actor };
      const row = await addBuyerComment(deps, comment);
      return { id: row.id, orderId, rating: row.rating, content: row.content };
    },
  }),

  accept: defineDecision({
    about: 'The buyer accepts the goods.',
    on: 'order',
    roles: ['shop_front'],
    weight: 'plain',
    codes: [442],
    input: { order: text },
    output: orderState,
    run: async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      return orderSummary(await applyOrderEvent(deps, { orderId, event: 'accept', party: 'buyer', actor }));
    },
  }),
};
