import { sql } from 'drizzle-orm';
import type { Database } from '../database/db.ts';
import { noticeHeads, notices } from '../schema/notices.ts';
import { type NoticeKindName, type NoticeParams, noticeKinds } from './notice-kinds.ts';

/** One of the kinds with the parameters that it has. */
export type News = { [K in NoticeKindName]: { kind: K; params: NoticeParams<K> } }[NoticeKindName];

export type Telling = News & {
  shopId: string;
  /** The app's address of what it is about; null where there is nothing to open. */
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
 * Tells a shop what has happened, in the transaction in which it happens. The last thing of an event, after its
 * postings: the ledger's head is locked before the shop's count of notices, never the other way round.
 *
 * @example await notify(tx, { shopId, kind: 'order_accepted', params: { no }, link: `/order?id=${id}`, at });
 */
export async function notify(tx: Database, telling: Telling): Promise<void> {
  const { shopId, kind, params, link, at } = telling;
  const seq = await nextSeq(tx, shopId);
  const id = `${shopId}-n${seq}`;
  await tx.insert(notices).values({ id, shopId, seq, type: noticeKinds[kind].type, kind, params, link, at });
}
