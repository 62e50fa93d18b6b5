import { and, eq } from 'drizzle-orm';
import type { Handlers } from '../../platform/context.ts';
import { afterCursor, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { comments } from '../../schema/comments.ts';
import { addOwnComment, replyToComment } from './add-comment.ts';
import { aboutSubject, commentKeyset, commentSummary, requireSubject } from './comment-query.ts';
import { commentViews } from './comment-view.ts';

export const commentsHandlers = {
  'GET /v1/order-comment': async (context, query) => {
    const { db, caller } = context;
    await requireSubject(db, caller.shopId, query);
    const about = aboutSubject(caller.shopId, query);
    const rated = query.rating === undefined ? undefined : eq(comments.rating, query.rating);
    const commentRows = await db
      .select({ id: comments.id, key: keyText(commentKeyset), comment: comments })
      .from(comments)
      .where(and(about, rated, afterCursor(commentKeyset, query.cursor)))
      .orderBy(...orderBy(commentKeyset))
      .limit(query.limit + 1);
    const { page, nextCursor } = toPage(commentRows, query.limit);
    const rows = page.map(({ comment }) => comment);
    const summary = await commentSummary(db, caller.shopId, query);
    return { list: await commentViews(context, rows), nextCursor, summary };
  },

  'POST /v1/order-comment': async (context, { orderId, parentId, content, signature }) => {
    const { shopId, userId } = context.caller;
    const input = { orderId, shopId, content, signature, actor: userId };
    const row =
      parentId === undefined
        ? await addOwnComment(context, input)
        : await replyToComment(context, parentId, input);
    const [comment] = await commentViews(context, [row]);
    if (!comment) throw new Error('the comment has no view');
    return { comment };
  },
} satisfies Handlers<'GET /v1/order-comment' | 'POST /v1/order-comment'>;
