import { and, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { pageOf } from '../../../contract/page.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { time } from '../../platform/decisions/output-types.ts';
import { isNamed, pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { feedback } from '../../schema/help.ts';

const waiting = v.object({
  no: v.string(),
  shop: v.string(),
  content: v.string(),
  lang: v.string(),
  receivedAt: time,
  replyBy: time,
  files: v.array(v.string()),
});

const mostUrgentFirst: Keyset = {
  key: sql`${feedback.replyBy}`,
  id: sql`${feedback.id}`,
  type: 'timestamptz',
  direction: 'asc',
};

export const feedbackReads = {
  feedback: defineRead({
    about:
      'Feedback that waits for an answer, the most urgent first; links to its files are good for five minutes. With `feedback`, an id or a number, that one if it waits.',
    on: 'feedback',
    roles: ['support'],
    input: { ...pageInput, feedback: v.optional(text) },
    output: v.object(pageOf(waiting)),
    run: async (deps, { cursor, limit, feedback: named }) => {
      const rows = await deps.db
        .select({ id: feedback.id, key: keyText(mostUrgentFirst), row: feedback })
        .from(feedback)
        .where(
          and(isNull(feedback.repliedAt), isNamed(feedback, named), afterCursor(mostUrgentFirst, cursor)),
        )
        .orderBy(...orderBy(mostUrgentFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const linkTo = await linkSigner(deps);
      const list = page.map(({ row: { no, shopId, content, lang, receivedAt, replyBy, fileIds } }) => ({
        no,
        shop: shopId,
        content,
        lang,
        receivedAt: receivedAt.toISOString(),
        replyBy: replyBy.toISOString(),
        files: fileIds.map(linkTo),
      }));
      return { list, nextCursor };
    },
  }),
};
