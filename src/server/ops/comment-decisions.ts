import * as v from 'valibot';
import { addBuyerComment } from '../comments/add-comment.ts';
import { decision } from './decision.ts';
import { goodsOf, idOf, picture, text, whole } from './flags.ts';

export const commentDecisions = {
  comment: decision(
    'A buyer comments on an accepted order: stars (once), words, a picture (base64).',
    {
      order: text,
      stars: v.optional(whole(1, 5)),
      text: v.optional(text),
      goods: v.optional(text),
      picture: v.optional(picture),
    },
    async (deps, { order, stars, text: content = '', goods, picture }, actor) => {
      const goodsId = goods === undefined ? undefined : (await goodsOf(deps.db, goods)).id;
      const orderId = await idOf(deps.db, 'order', order);
      const row = await addBuyerComment(deps, { orderId, rating: stars, content, goodsId, picture, actor });
      return { id: row.id, orderId, rating: row.rating, content: row.content };
    },
  ),
};
