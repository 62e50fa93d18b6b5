import { and, eq, inArray } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import type { Deps } from '../../platform/context.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import { comments } from '../../schema/comments.ts';
import { orders } from '../../schema/orders.ts';
import type { CommentRow } from './add-comment.ts';

export type CommentView = Output<'GET /v1/order-comment'>['list'][number];

const replyOf = ({ id, content, signature, createdAt }: CommentRow): NonNullable<CommentView['reply']> => ({
  id,
  content,
  signature: signature ?? '',
  at: createdAt.toISOString(),
});

/** Returns comments on one shop as their merchant sees them, each with its reply and the number of its order. */
export async function commentViews(
  deps: Deps & { lang: string },
  rows: CommentRow[],
): Promise<CommentView[]> {
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
  const linkTo = await linkSigner(deps);
  return rows.map(({ id, orderId, by, signature, goodsId, rating, content, fileIds, createdAt }) => ({
    id,
    orderId,
    by,
    signature,
    goodsId,
    rating,
    content: demoTextIn(content, lang),
    orderNo: numbers.get(orderId) ?? '',
    images: fileIds.map(linkTo),
    createdAt: createdAt.toISOString(),
    reply: answered.get(id) ?? null,
  }));
}
