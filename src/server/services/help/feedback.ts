import { and, count, eq, isNull } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after, day } from '../../platform/clock.ts';
import type { Context, Handlers } from '../../platform/context.ts';
import { newId, newNo } from '../../platform/ids.ts';
import { Refusal, refuse } from '../../platform/refuse.ts';
import { feedback } from '../../schema/help.ts';
import { attachFiles } from '../../shops/files/uploads.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { recordEvent } from '../../shops/webhooks/record-event.ts';

type FeedbackContext = Context<'POST /v1/home/feedback'>;

async function requireRoom({ db, config, caller }: FeedbackContext): Promise<void> {
  const open = and(eq(feedback.shopId, caller.shopId), isNull(feedback.repliedAt));
  const [row] = await db.select({ waiting: count() }).from(feedback).where(open);
  const { openFeedback } = config.limits;
  if ((row?.waiting ?? 0) >= openFeedback)
    throw refuse(codes.addFailed, { reason: 'too_many_open', params: { max: openFeedback } });
}

/** Links the files to the feedback; a file that is missing or of another purpose refuses the whole. */
async function linkFiles(context: FeedbackContext, fileIds: string[]): Promise<void> {
  const { shopId } = context.caller;
  await attachFiles(context, { fileIds, shopId, purpose: 'feedback' }).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    throw refuse(codes.addFailed, { ...error.detail, reason: 'file' });
  });
}

export const feedbackHandlers = {
  'POST /v1/home/feedback': async (context, { content, fileIds = [] }) => {
    const { db: tx, clock, config, random, lang, caller } = context;
    await lockShop(tx, caller.shopId);
    await requireRoom(context);
    await linkFiles(context, fileIds);
    const receivedAt = clock.now();
    const replyBy = after(receivedAt, config.limits.feedbackReplyDays * day);
    const [id, no] = [newId(random, 'fbk'), `F-${newNo(random, receivedAt)}`];
    const { userId, shopId } = caller;
    await tx.insert(feedback).values({ id, no, shopId, userId, content, fileIds, lang, receivedAt, replyBy });
    await recordEvent(context, { kind: 'feedback.to_answer', shopId, data: { feedback: id, no } });
    return { id, no, receivedAt: receivedAt.toISOString(), replyBy: replyBy.toISOString() };
  },
} satisfies Partial<Handlers>;
