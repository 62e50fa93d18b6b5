import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { rating } from './comments.ts';
import { id, prose } from './fields.ts';

/** A reply that a merchant has saved, to fill in again: 1 to 300 graphemes. */
export const savedReplyInput = v.object({
  text: prose(1, 300),
  /** Of the comment that it was written for. */
  rating: v.optional(rating),
});

const savedReply = v.object({
  id,
  text: v.string(),
  /** Of the comment that it was written for; null where that had none. */
  rating: v.optional(v.nullable(rating)),
});

const savedReplies = v.object({ list: v.array(savedReply) });

export const repliesCalls = {
  'POST /v1/reply/list': {
    about: 'The saved replies to comments, the newest first.',
    input: v.object({}),
    output: savedReplies,
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
    feature: 'replies',
  },
  'POST /v1/reply/add': {
    about: 'Save a reply, once; 442 with `replies_full` beyond the limit.',
    input: savedReplyInput,
    output: savedReplies,
    codes: userCodes(442),
    auth: 'user',
    effect: 'keyed',
    feature: 'replies',
  },
  'POST /v1/reply/del': {
    about: 'Remove a saved reply.',
    input: v.object({ id }),
    output: savedReplies,
    codes: userCodes(404),
    auth: 'user',
    effect: 'keyed',
    feature: 'replies',
  },
} as const satisfies CallSpecs;
