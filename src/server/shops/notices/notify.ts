import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { appealTo } from '../../../contract/appeals.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/db.ts';
import { noticeHeads, notices } from '../../schema/notices.ts';
import { users } from '../../schema/session.ts';
import { webhookOutbox } from '../../schema/webhooks.ts';
import { type Kind, type NoticeKindName, type NoticeParams, noticeKinds } from './notice-kinds.ts';

/** A kind of notice with its parameters. */
export type NoticeEvent = { [K in NoticeKindName]: { kind: K; params: NoticeParams<K> } }[NoticeKindName];

export type Notice = NoticeEvent & {
  shopId: string;
  at: Date;
  /** The id of its subject, where the link or topic of its kind has one; the day of one that sums a day. */
  id?: string;
  /** The order that it is about. */
  orderId?: string;
  /** The statement that the merchant can appeal: the notice leads there. */
  statementId?: string | null;
  /** Where it leads, if that is not where its kind does. */
  link?: string | null;
};

/** The topics of what a merchant can do: a later notice of one replaces the earlier. */
export const topicOfOrder = (orderId: string): string => `order:${orderId}`;
export const topicOfCase = (orderId: string): string => `case:${orderId}`;
export const topicOfCorrection = (ref: string): string => `correction:${ref}`;
export const topicOfGoods = (goodsId: string): string => `goods:${goodsId}`;

/**
 * Locks the notices of a shop until the transaction ends. Everything that changes one locks them first, so no two
 * transactions wait for each other.
 */
export const lockNotices = (tx: Database, shopId: string) =>
  tx.select().from(noticeHeads).where(eq(noticeHeads.shopId, shopId)).for('update');

async function nextSeq(tx: Database, shopId: string): Promise<number> {
  const [head] = await tx
    .insert(noticeHeads)
    .values({ shopId, seq: 1 })
    .onConflictDoUpdate({ target: noticeHeads.shopId, set: { seq: sql`${noticeHeads.seq} + 1` } })
    .returning();
  if (!head) throw new Error('the notice was not numbered');
  return head.seq;
}

/** Fills the names in a link or topic of a kind. */
function filled({ kind, params, id, orderId }: Notice, template: string | null): string | null {
  const known: Record<string, string | undefined> = { ...params, id, orderId };
  const text = template?.replace(/\{(\w+)\}/, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`A notice ${kind} needs its ${name}, as its row names it.`);
    return value;
  });
  return text ?? null;
}

function linkOf(notice: Notice): string | null {
  const { kind, statementId, link } = notice;
  if (link !== undefined) return link;
  return statementId ? appealTo(statementId) : filled(notice, noticeKinds[kind].link);
}

/** Returns the parameters with the sum of what the day's notice has already, and of what is added. */
async function addUp(tx: Database, { shopId, params }: Notice, topic: string, name: string) {
  const ofTopic = and(eq(notices.shopId, shopId), eq(notices.topic, topic));
  const [before] = await tx.select({ params: notices.params }).from(notices).where(ofTopic);
  const added = (params as Record<string, string>)[name] ?? '0';
  return { ...params, [name]: formatMoney(parseMoney(before?.params[name] ?? '0') + parseMoney(added)) };
}

/**
 * Stores a notice for a shop, in the transaction of the event, or replaces the earlier one of its topic. This is the last
 * step of an event, after its postings: the shop's chain is always locked before the shop's notice counter.
 * @example await notify(tx, { shopId, kind: 'order_declined', params: {}, orderId, at });
 */
export async function notify(tx: Database, notice: Notice): Promise<void> {
  const { shopId, kind, orderId, at } = notice;
  const { type, act, sum, ...row } = noticeKinds[kind] as Kind;
  const seq = await nextSeq(tx, shopId);
  const topic = filled(notice, row.topic);
  const params = topic && sum ? await addUp(tx, notice, topic, sum) : notice.params;
  const values = { seq, type, kind, params, link: linkOf(notice), at, readAt: act ? null : at };
  await tx
    .insert(notices)
    .values({ ...values, id: `${shopId}-n${seq}`, shopId, topic, orderId })
    .onConflictDoUpdate({ target: [notices.shopId, notices.topic], set: values });
  if (act)
    await recordAct(tx, { id: `evt_${shopId}-n${seq}`, shopId, notice: kind, link: values.link ?? '/', at });
}

/** Stores an event for the host whose back end has opened the shop; other shops have none. */
async function recordAct(
  tx: Database,
  { id, shopId, notice, link, at }: { id: string; shopId: string; notice: string; link: string; at: Date },
): Promise<void> {
  const data = sql`jsonb_build_object('user', ${users.partnerRef}, 'notice', ${notice}::text, 'link', ${link}::text)`;
  await tx.execute(sql`
    insert into ${webhookOutbox} (id, shop_id, kind, data, at)
    select ${id}, ${shopId}, 'merchant.to_act', ${data}, ${at.toISOString()}::timestamptz
    from ${users} where ${and(eq(users.shopId, shopId), isNotNull(users.partnerRef))}`);
}

/** Marks the notices of topics as read, as what they asked for is done or no longer possible: the last step of its event. */
export async function markDone(
  tx: Database,
  { shopId, topics, at }: { shopId: string; topics: string[]; at: Date },
): Promise<void> {
  await lockNotices(tx, shopId);
  await tx
    .update(notices)
    .set({ readAt: at })
    .where(and(eq(notices.shopId, shopId), inArray(notices.topic, topics), isNull(notices.readAt)));
}

/** Lets the notice of a new order ask for no payment any longer: the last step of the payment. */
export async function markPaid(
  tx: Database,
  { shopId, orderId, at }: { shopId: string; orderId: string; at: Date },
): Promise<void> {
  const topic = topicOfOrder(orderId);
  await markDone(tx, { shopId, topics: [topic], at });
  const ofOrder = and(eq(notices.shopId, shopId), eq(notices.topic, topic), eq(notices.kind, 'order_placed'));
  await tx.update(notices).set({ kind: 'order_taken' }).where(ofOrder);
}
