import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { count, id, ids, time } from './fields.ts';
import { named } from './named.ts';
import { pageInput, pageOf } from './page.ts';

/** What a notice is about. */
export const noticeTypes = ['order', 'money', 'shop', 'system'] as const;

/** A notice in words of the reader's language; `readAt` is null while it is unread. */
export const notice = v.object({
  id,
  type: v.picklist(noticeTypes),
  title: v.string(),
  body: v.string(),
  /** In-app path; null when there is nothing to open. */
  link: v.nullable(v.string()),
  createdAt: time,
  readAt: v.nullable(time),
});

/** Some, or all up to one that was seen: what arrives meanwhile stays unread. */
export const noticeReadInput = v.pipe(
  v.object({ ids: v.optional(ids(100)), upToId: v.optional(id) }),
  v.forward(
    v.check((input) => Boolean(input.ids) !== Boolean(input.upToId), named('ids_or_up_to')),
    ['ids'],
  ),
);

export const noticesCalls = {
  'POST /v1/notify/check': {
    about: 'How many notices are unread.',
    input: v.object({}),
    output: v.object({ unread: count, latestId: v.nullable(id) }),
    codes: userCodes(),
    auth: 'user',
  },
  'POST /v1/notify/read': {
    about: 'Mark notices as read.',
    input: noticeReadInput,
    output: v.object({ unread: count }),
    codes: userCodes(404),
    auth: 'user',
  },
  'POST /v1/notify/list': {
    about: 'Notices, newest first.',
    input: v.object({ ...pageInput, type: v.optional(v.picklist(noticeTypes)) }),
    output: v.object(pageOf(notice)),
    codes: userCodes(),
    auth: 'user',
  },
} as const satisfies CallSpecs;
