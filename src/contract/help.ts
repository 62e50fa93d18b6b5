import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { id, ids, keyword, prose, time } from './fields.ts';
import { limits } from './limits.ts';

/** A question of the help, as a list shows it. */
const article = v.object({ id, category: v.string(), title: v.string(), updatedAt: time });

/** A block of an article: text only, never markup. */
export const block = v.object({
  kind: v.picklist(['p', 'h', 'ul', 'ol', 'img', 'link']),
  text: v.string(),
  items: v.optional(v.array(v.string())),
  href: v.optional(v.string()),
});

/** Counted in graphemes between the two limits; with at most three files. */
const feedbackInput = v.object({
  content: prose(limits.feedbackMinGraphemes, limits.feedbackMaxGraphemes),
  fileIds: v.optional(ids(3)),
});

export const helpCalls = {
  'POST /v1/home/qa': {
    about: 'Questions and answers, found by a word.',
    input: v.object({ keyword: v.optional(keyword) }),
    output: v.object({ list: v.array(article) }),
    codes: userCodes(427),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/home/qa_detail': {
    about: 'One question with its answer.',
    input: v.object({ id }),
    output: v.object({
      id,
      title: v.string(),
      blocks: v.array(block),
      lang: v.string(),
      /** Whether the article is missing in the reader's language. */
      fallback: v.boolean(),
      updatedAt: time,
    }),
    codes: userCodes(404, 427),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/home/feedback': {
    about: 'Send feedback; it gets a number and an answer by a date.',
    input: feedbackInput,
    output: v.object({ id, no: v.string(), receivedAt: time, replyBy: time }),
    codes: userCodes(441, 442),
    auth: 'user',
    effect: 'repeatable',
    fieldCodes: { content: { missing: 441, invalid: 441 } },
  },
} as const satisfies CallSpecs;
