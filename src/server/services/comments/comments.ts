import { and, eq, inArray } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import type { Deps, Handlers } from '../../platform/context.ts';
import { afterCursor, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import { comments } from '../../schema/comments.ts';
import { orders } from '../../schema/orders.ts';
import { labelsOfGoods } from '../../shops/goods/catalog.ts';
import { addOwnComment, type CommentRow, replyToComment } from './add-comment.ts';
import {
  aboutSubject,
  commentKeyset,
  commentSummary,
  isUnanswered,
  requireSubject,
} from './comment-query.ts';

export type CommentView = Output<'GET /v1/order-comment'>['list'][number];

const replyOf = ({ id, content, signature, createdAt }: CommentRow): NonNullable<CommentView['reply']> => ({
  id,
  content,
  signature: signature ?? '',
  at: createdAt.toISOString(),
});

/** Returns comments on one shop as their merchant sees them, each with its reply, its product and the number of its order. */
async function commentViews(deps: Deps & { lang: string }, rows: CommentRow[]): Promise<CommentView[]> {
  const [first] = rows;
  if (!first) return [];
  const { shopId } = first;
  const { db, lang } = deps;
  const ids = rows.map(({ id }) => id);
  const replies = await db
    .select()
    .from(comments)
    .where(and(eq(comments.shopId, shopId), inArray(comments.parentId, ids)));
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  const about = await db
    .select({ id: orders.id, no: orders.no })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), inArray(orders.id, orderIds)));
  const numbers = new Map(about.map(({ id, no }) => [id, no]));
  const answered = new Map(replies.map((row) => [row.parentId, replyOf(row)]));
  const goodsIds = rows.flatMap(({ goodsId }) => goodsId ?? []);
  const labels = await labelsOfGoods(db, goodsIds, lang);
  const linkTo = await linkSigner(deps);
  return rows.map(({ id, orderId, by, signature, goodsId, rating, content, fileIds, createdAt }) => ({
    id,
    orderId,
    by,
    signature,
    goodsId,
    goods: labels.get(goodsId ?? '') ?? null,
    rating,
    content: demoTextIn(content, lang),
    orderNo: numbers.get(orderId) ?? '',
    images: fileIds.map(linkTo),
    createdAt: createdAt.toISOString(),
    reply: answered.get(id) ?? null,
  }));
}

export const commentsHandlers = {
  'GET /v1/order-comment': async (context, query) => {
    const { db, caller } = context;
    await requireSubject(db, caller.shopId, query);
    const about = aboutSubject(caller.shopId, query);
    const rated = query.rating === undefined ? undefined : eq(comments.rating, query.rating);
    const commentRows = await db
      .select({ id: comments.id, key: keyText(commentKeyset), comment: comments })
      .from(comments)
      .where(and(about, rated, query.state && isUnanswered, afterCursor(commentKeyset, query.cursor)))
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
} satisfies Partial<Handlers>;
