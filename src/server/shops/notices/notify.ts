import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/db.ts';
import { noticeHeads, notices } from '../../schema/notices.ts';
import { type NoticeKindName, type NoticeParams, noticeKinds } from './notice-kinds.ts';

/** A kind of notice with its parameters. */
export type NoticeEvent = { [K in NoticeKindName]: { kind: K; params: NoticeParams<K> } }[NoticeKindName];

export type Notice = NoticeEvent & {
  shopId: string;
  /** The path in the app of the notice's subject; null where there is nothing to open. */
  link: string | null;
  at: Date;
};

async function nextSeq(tx: Database, shopId: string): Promise<number> {
  const [head] = await tx
    .insert(noticeHeads)
    .values({ shopId, seq: 1 })
    .onConflictDoUpdate({ target: noticeHeads.shopId, set: { seq: sql`${noticeHeads.seq} + 1` } })
    .returning();
  if (!head) throw new Error('the notice was not numbered');
  return head.seq;
}

/**
 * Stores a notice for a shop, in the transaction of the event. This is the last step of an event, after its postings:
 * the shop's chain is always locked before the shop's notice counter.
 * @example await notify(tx, { shopId, kind: 'order_accepted', params: { no }, link: `/order?id=${id}`, at });
 */
export async function notify(tx: Database, notice: Notice): Promise<void> {
  const { shopId, kind, params, link, at } = notice;
  const seq = await nextSeq(tx, shopId);
  const id = `${shopId}-n${seq}`;
  await tx.insert(notices).values({ id, shopId, seq, type: noticeKinds[kind].type, kind, params, link, at });
}
