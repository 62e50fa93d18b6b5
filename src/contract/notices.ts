import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { count, currency, id, ids, operatorTexts, signedAmount, time } from './fields.ts';
import { problemMessage } from './messages.ts';
import { pageInput, pageOf } from './page.ts';

/** What a notice is about. */
export const noticeTypes = ['order', 'money', 'shop', 'system'] as const;

/**
 * What a notice tells: money that came in, something that went well, something taken back, something to do, a
 * failure, a person who joined; `plain` for all else.
 */
const noticeMarks = ['plain', 'received', 'done', 'undone', 'due', 'failed', 'joined'] as const;
/** What a notice tells. */
export type NoticeMark = (typeof noticeMarks)[number];

/** A notice in the reader's language; `readAt` is null while it is unread, which only those are that ask for an act. */
export const notice = v.object({
  id,
  type: v.picklist(noticeTypes),
  /** What happened, as a server names it: `order_placed`. */
  kind: v.optional(v.string()),
  mark: v.optional(v.picklist(noticeMarks)),
  title: v.string(),
  body: v.string(),
  operatorTexts,
  /** In-app path; null when there is nothing to open. */
  link: v.nullable(v.string()),
  /** The order that it is about. */
  order: v.optional(v.nullable(v.object({ id }))),
  /** The product that it is about, or the first one of its order; title and body do not repeat its name. */
  goods: v.optional(v.nullable(v.object({ name: v.string(), image: v.string() }))),
  /** The money that it is about, less than zero where that went out; title and body do not repeat it. */
  amount: v.optional(v.nullable(signedAmount)),
  /** When it came. A later one about the same may take its place: it keeps its id, and has the later time. */
  createdAt: time,
  /** By when the act that it asks for has to be done; null where no time runs, or it was read. */
  actBy: v.optional(v.nullable(time)),
  readAt: v.nullable(time),
});

/**
 * Some notices, or all up to the newest that was seen: those that arrive meanwhile stay unread. `upToAt` is when that one
 * had come as it was seen; it may have come again.
 */
const noticeReadInput = v.pipe(
  v.object({ ids: v.optional(ids(100)), upToId: v.optional(id), upToAt: v.optional(time) }),
  v.forward(
    v.check((input) => Boolean(input.ids) !== Boolean(input.upToId), problemMessage('ids_or_up_to')),
    ['ids'],
  ),
);

/** What is new: notices that are unread, acts that wait, and by what a change is known. */
export const news = v.object({
  unread: count,
  latestId: v.nullable(id),
  /** The `total` of `POST /v1/today`. */
  acts: v.optional(count),
  /** When the latest came: it is new where its id or its time is. */
  latestAt: v.optional(v.nullable(time)),
  newOrders: v.optional(count),
});

export const noticesCalls = {
  'POST /v1/notify/check': {
    about:
      'How many notices are unread, how many acts wait, and which notice is the latest; with `ordersAfter`, also how many orders came after that one, up to 99.',
    input: v.object({ ordersAfter: v.optional(id) }),
    output: news,
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/notify/read': {
    about: 'Mark notices as read.',
    input: noticeReadInput,
    output: v.object({ unread: count }),
    codes: userCodes(404),
    auth: 'user',
    effect: 'write',
  },
  'POST /v1/notify/list': {
    about: 'Notices, newest first.',
    input: v.object({ ...pageInput, type: v.optional(v.picklist(noticeTypes)) }),
    output: v.object({ ...pageOf(notice), currency }),
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
  },
} as const satisfies CallSpecs;
