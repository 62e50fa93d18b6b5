import { and, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text, textUpTo } from '../../platform/decisions/flag-types.ts';
import { time } from '../../platform/decisions/output-types.ts';
import { refuse } from '../../platform/refuse.ts';
import { feedback } from '../../schema/help.ts';
import { notify } from '../../shops/notices/notify.ts';

const words = textUpTo(2_000);

export const feedbackDecisions = {
  'feedback-reply': defineDecision({
    about: 'Answers feedback, once; the merchant reads it among the notices.',
    on: 'feedback',
    roles: ['support'],
    weight: 'plain',
    input: { no: text, reply: words },
    output: v.object({ no: v.string(), repliedAt: time }),
    run: async ({ db, clock }, { no, reply }, actor) => {
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
  }),
};
