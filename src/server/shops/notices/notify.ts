import { sql } from 'drizzle-orm';
import { appealTo } from '../../../contract/appeals.ts';
import type { Database } from '../../platform/database/db.ts';
import { noticeHeads, notices } from '../../schema/notices.ts';
import { type NoticeKindName, type NoticeParams, noticeKinds } from './notice-kinds.ts';

/** A kind of notice with its parameters. */
export type NoticeEvent = { [K in NoticeKindName]: { kind: K; params: NoticeParams<K> } }[NoticeKindName];

export type Notice = NoticeEvent & {
  shopId: string;
  at: Date;
  /** The id of its subject, where the link of its kind has one. */
  id?: string;
  /** The statement that the merchant can appeal: the notice leads there. */
  statementId?: string | null;
  /** Where it leads, if that is not where its kind does. */
  link?: string | null;
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

function linkOf({ kind, params, id, statementId, link }: Notice): string | null {
  if (link !== undefined) return link;
  if (statementId) return appealTo(statementId);
  const known: Record<string, string | undefined> = { ...params, id };
  const filled = noticeKinds[kind].link?.replace(/\{(\w+)\}/, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`A notice ${kind} needs its ${name}, as its link names it.`);
    return value;
  });
  return filled ?? null;
}

/**
 * Stores a notice for a shop, in the transaction of the event. This is the last step of an event, after its postings:
 * the shop's chain is always locked before the shop's notice counter.
 * @example await notify(tx, { shopId, kind: 'order_accepted', params: { no }, id, at });
 */
export async function notify(tx: Database, notice: Notice): Promise<void> {
  const { shopId, kind, params, at } = notice;
  const seq = await nextSeq(tx, shopId);
  const id = `${shopId}-n${seq}`;
  const { type } = noticeKinds[kind];
  await tx.insert(notices).values({ id, shopId, seq, type, kind, params, link: linkOf(notice), at });
}
