import * as v from 'valibot';
import { addBuyerComment } from '../services/comments/add-comment.ts';
import { decision, requireDemoFor } from './decision.ts';
import { goodsOf, idOf, passedOnText, picture, text, whole } from './flag-types.ts';

export const commentDecisions = {
  comment: decision(
    'A buyer comments on an accepted order: words, a picture (base64). Stars (once) are the buyer’s own; the demo may play them.',
    {
      order: text,
      stars: v.optional(whole(1, 5)),
      text: v.optional(passedOnText),
      goods: v.optional(text),
      picture: v.optional(picture),
    },
    async (deps, { order, stars, text: content = '', goods, picture }, actor) => {
      if (stars !== undefined) requireDemoFor(deps, 'stars');
      const goodsId = goods === undefined ? undefined : (await goodsOf(deps.db, goods)).id;
      const orderId = await idOf(deps.db, 'order', order);
      const row = await addBuyerComment(deps, { orderId, rating: stars, content, goodsId, picture, actor });
      return { id: row.id, orderId, rating: row.rating, content: row.content };
    },
  ),
};
