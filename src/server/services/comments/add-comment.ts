import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { type Database, insertOne } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { comments } from '../../schema/comments.ts';
import { orderItems } from '../../schema/orders.ts';
import { receiveFile } from '../../shops/files/uploads.ts';
import { markDone, notify, topicOfOrder } from '../../shops/notices/notify.ts';
import { lockOrder, type OrderRow } from '../../trade/model/order-row.ts';
import { isCommentable } from '../../trade/model/order-rules.ts';

export type CommentRow = typeof comments.$inferSelect;

export interface BuyerComment {
  orderId: string;
  rating?: number;
  /** May be empty where there are stars. */
  content: string;
  /** Which of the order's goods it is about; the only one by default. */
  goodsId?: string;
  picture?: Blob;
  /** The shop front's own name of the comment. */
  reference: string;
  actor: string;
}

async function resolveGoods(
  db: Database,
  order: OrderRow,
  named: string | undefined,
): Promise<string | null> {
  const items = await db
    .select({ goodsId: orderItems.goodsId })
    .from(orderItems)
    .where(and(eq(orderItems.shopId, order.shopId), eq(orderItems.orderId, order.id)));
  if (named !== undefined && !items.some(({ goodsId }) => goodsId === named))
    throw refuse(codes.recordNotFound, { field: 'goods' });
  return named ?? (items.length === 1 ? (items[0]?.goodsId ?? null) : null);
}

async function insert(
  { db, clock, random }: Deps,
  row: Omit<typeof comments.$inferInsert, 'id' | 'createdAt'>,
): Promise<CommentRow> {
  return insertOne(db, comments, { ...row, id: newId(random, 'cmt'), createdAt: clock.now() });
}

const has = async (db: Database, where: ReturnType<typeof and>): Promise<boolean> =>
  (await db.select({ id: comments.id }).from(comments).where(where).limit(1)).length > 0;

const words = (value: string | number | null): string =>
  value === null || value === '' ? 'none' : `"${value}"`;

/**
 * Returns the comment that has the reference already; null where there is none.
 * @throws Refusal 203 `reference_used` where it differs; pictures are not compared
 */
async function findSame(
  tx: Database,
  { no }: OrderRow,
  sent: Pick<CommentRow, 'shopId' | 'orderId' | 'goodsId' | 'rating' | 'content'> & { reference: string },
): Promise<CommentRow | null> {
  const sameReference = and(eq(comments.shopId, sent.shopId), eq(comments.reference, sent.reference));
  const [before] = await tx.select().from(comments).where(sameReference);
  if (!before) return null;
  const names = { orderId: 'order', rating: 'stars', content: 'text', goodsId: 'goods' } as const;
  const compared = Object.keys(names) as (keyof typeof names)[];
  const differing = compared.find((field) => before[field] !== sent[field]);
  if (!differing) return before;
  const difference =
    differing === 'orderId'
      ? `another order than ${no}`
      : `${names[differing]} ${words(before[differing])} then and ${words(sent[differing])} now`;
  throw refuse(codes.invalidOperation, {
    field: 'reference',
    reason: 'reference_used',
    message: `"reference": this comment was taken before, with ${difference}. It stays as it was; send another comment with another reference.`,
  });
}

/** @throws Refusal 203 where the buyer has not accepted the order, or has rated it */
async function requireRoom(tx: Database, order: OrderRow, rating: number | undefined): Promise<void> {
  if (!isCommentable(order))
    throw refuse(codes.invalidOperation, {
      field: 'order',
      reason: 'status',
      message: `"order": ${order.no} is ${order.status}, and a buyer comments on an order once it is accepted. Send accept first.`,
    });
  if (rating === undefined) return;
  const rated = and(eq(comments.orderId, order.id), isNotNull(comments.rating));
  const [before] = await tx.select().from(comments).where(rated);
  if (!before) return;
  throw refuse(codes.invalidOperation, {
    field: 'stars',
    reason: 'already_rated',
    message: `"stars": ${order.no} has ${before.rating} stars already, by the comment "${before.reference}", and an order is rated once. Leave the stars out to add words.`,
  });
}

/**
 * Adds a buyer's comment on an accepted order: stars, words, or both; stars once. A comment that is sent again by its
 * reference changes nothing. The shop's counters change in the same transaction, so that its mean is always one of comments
 * that can be read.
 */
export async function addBuyerComment(deps: Deps, comment: BuyerComment): Promise<CommentRow> {
  const { db: tx, clock } = deps;
  const { rating, content, picture, reference, actor } = comment;
  const order = await lockOrder(tx, comment.orderId);
  const { id: orderId, shopId } = order;
  if (rating === undefined && content === '') throw refuse(codes.parameterMissing, { field: 'text' });
  const goodsId = await resolveGoods(tx, order, comment.goodsId);
  const fields = { orderId, shopId, goodsId, rating: rating ?? null, content, reference };
  const before = await findSame(tx, order, fields);
  if (before) return before;
  await requireRoom(tx, order, rating);
  const purpose = 'comment' as const;
  const file =
    picture && (await receiveFile(deps, { shopId, purpose, file: picture, field: 'picture', by: 'buyer' }));
  const row = await insert(deps, {
    ...fields,
    by: 'buyer',
    actor,
    fileIds: file ? [file.id] : [],
  });
  const at = clock.now();
  // Stars alone wait for no reply.
  if (content === '')
    await notify(tx, { kind: 'order_rated', params: { stars: String(rating) }, shopId, orderId, at });
  else await notify(tx, { kind: 'comment_received', params: {}, shopId, orderId, at });
  return row;
}

export interface MerchantComment {
  orderId: string;
  shopId: string;
  content: string;
  signature: string;
  actor: string;
}

/** Adds the merchant's one signed reply to a buyer's comment; returns the comment with it. */
export async function replyToComment(
  deps: Deps,
  parentId: string,
  { orderId, shopId, ...comment }: MerchantComment,
): Promise<CommentRow> {
  const { db: tx } = deps;
  // Locking the order's row prevents a second reply at the same time.
  await lockOrder(tx, orderId, shopId);
  const ofOrder = and(eq(comments.orderId, orderId), eq(comments.shopId, shopId));
  const [parent] = await tx
    .select()
    .from(comments)
    .where(and(eq(comments.id, parentId), ofOrder, eq(comments.by, 'buyer')));
  if (!parent) throw refuse(codes.recordNotFound, { field: 'parentId' });
  if (await has(tx, eq(comments.parentId, parentId)))
    throw refuse(codes.invalidOperation, { reason: 'already_replied' });
  await insert(deps, { ...comment, orderId, shopId, parentId, by: 'merchant', goodsId: parent.goodsId });
  await tx.update(comments).set({ repliedAt: deps.clock.now() }).where(eq(comments.id, parentId));
  const unanswered = and(
    ofOrder,
    eq(comments.by, 'buyer'),
    isNull(comments.parentId),
    isNull(comments.repliedAt),
  );
  if (await has(tx, unanswered)) return parent;
  await markDone(tx, { shopId, topics: [topicOfOrder(orderId)], at: deps.clock.now() });
  return parent;
}

/** Adds the merchant's own signed comment on an order, once; 442 until the buyer has accepted it. */
export async function addOwnComment(
  deps: Deps,
  { orderId, shopId, ...comment }: MerchantComment,
): Promise<CommentRow> {
  const { db: tx } = deps;
  const order = await lockOrder(tx, orderId, shopId);
  if (!isCommentable(order))
    throw refuse(codes.addFailed, { reason: 'status', params: { status: order.status } });
  const existing = and(eq(comments.orderId, orderId), eq(comments.by, 'merchant'), isNull(comments.parentId));
  if (await has(tx, existing)) throw refuse(codes.invalidOperation, { reason: 'already_commented' });
  return insert(deps, { ...comment, orderId, shopId, by: 'merchant' });
}
