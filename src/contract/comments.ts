import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { count, id, line, prose, queryNumber, time } from './fields.ts';
import { pageOf, queryPageInput } from './page.ts';

/** The stars that a buyer gave. */
export const rating = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

/** The merchant's reply, with the name that signs it. */
const reply = v.object({ id, content: v.string(), signature: v.string(), at: time });

/** A comment on an order: the buyer's, with the merchant's one reply, or the merchant's own, signed. */
export const comment = v.object({
  id,
  orderId: id,
  orderNo: v.string(),
  by: v.picklist(['buyer', 'merchant']),
  signature: v.nullable(v.string()),
  goodsId: v.nullable(id),
  /** The product that it is about; null where that is not known. */
  goods: v.optional(v.nullable(v.object({ name: v.string(), image: v.string() }))),
  rating: v.nullable(rating),
  content: v.string(),
  images: v.array(v.string()),
  createdAt: time,
  reply: v.nullable(reply),
});

/**
 * Buyers' comments counted by stars; `average` is null without ratings. A rating without text is a comment too, and is
 * not among the `unanswered`.
 */
const commentSummary = v.object({
  count,
  average: v.nullable(v.number()),
  byRating: v.object({ 1: count, 2: count, 3: count, 4: count, 5: count }),
  unanswered: count,
});

/** 1 to 500 graphemes, signed; a comment has at most one reply. */
const commentInput = v.object({
  orderId: id,
  /** The comment that is answered; without it, the merchant's own comment on the order. */
  parentId: v.optional(id),
  content: prose(1, 500),
  signature: line(1, 64),
});

export const commentsCalls = {
  'POST /v1/order-comment': {
    about: 'Comment on an order, or reply to its comment, signed.',
    input: commentInput,
    output: v.object({ comment }),
    codes: userCodes(203, 404, 442),
    auth: 'user',
    effect: 'repeatable',
  },
  'GET /v1/order-comment': {
    about: 'Comments on an order, on an article, or on the whole shop.',
    input: v.object({
      ...queryPageInput,
      orderId: v.optional(id),
      goodsId: v.optional(id),
      rating: v.optional(queryNumber(1, 5)),
      /** Belongs to the feature `replies`. */
      state: v.optional(v.picklist(['unanswered'])),
    }),
    output: v.object({ ...pageOf(comment), summary: commentSummary }),
    codes: userCodes(404),
    auth: 'user',
    effect: 'read',
  },
} as const satisfies CallSpecs;
