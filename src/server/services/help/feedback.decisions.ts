import { and, asc, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, text, textUpTo } from '../../platform/decisions/flag-types.ts';
import { refuse } from '../../platform/refuse.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { feedback } from '../../schema/help.ts';
import { notify } from '../../shops/notices/notify.ts';

const words = textUpTo(2_000);

export const feedbackDecisions = {
  'feedback-open': defineDecision(
    'Shows feedback that waits for an answer, what is due first on top; links to its files are good for five minutes.',
    { limit: v.optional(integer(1, 200), 50) },
    async (deps, { limit }) => {
      const waiting = await deps.db
        .select()
        .from(feedback)
        .where(isNull(feedback.repliedAt))
        .orderBy(asc(feedback.replyBy), asc(feedback.id))
        .limit(limit);
      const linkTo = await linkSigner(deps);
      return waiting.map(({ no, shopId, content, lang, receivedAt, replyBy, fileIds }) => ({
        no,
        shop: shopId,
        content,
        lang,
        receivedAt: receivedAt.toISOString(),
        replyBy: replyBy.toISOString(),
        files: fileIds.map(linkTo),
      }));
    },
    { key: 'optional' },
  ),

  'feedback-reply': defineDecision(
    'Answers feedback, once; the merchant reads it among the notices.',
    { no: text, reply: words },
    async ({ db, clock }, { no, reply }, actor) => {
      const at = clock.now();
      const [row] = await db
        .update(feedback)
        .set({ reply, repliedBy: actor, repliedAt: at })
        .where(and(eq(feedback.no, no), isNull(feedback.repliedAt)))
        .returning();
      if (!row) throw refuse(codes.recordNotFound, { field: 'no' });
      const params = { no, reply };
      await notify(db, { shopId: row.shopId, kind: 'feedback_answered', params, at });
      return { no, repliedAt: at.toISOString() };
    },
  ),
};
