import { eq, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { type Entry, move } from '../../ledger/ledger.ts';
import { type PostedTransaction, reversePosting } from '../../ledger/reversal.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { recharges } from '../../schema/recharges.ts';
import { notify } from '../../shops/notices/notify.ts';

// Postings from which only their amount follows. Others belong to an order, a hold or a withdrawal: its state would
// no longer match the money.
const correctable: readonly string[] = ['recharge', 'upgrade_fee'];

/**
 * Returns the amount of a posting that can be corrected, and the right entries: it must be one amount from one account
 * to another.
 * @throws Refusal 203 `not_correctable`, 405 where the amount is right already
 */
export function correctableOf(wrong: PostedTransaction, amount: bigint): { posted: bigint; right: Entry[] } {
  const { kind, shopId, entries } = wrong;
  const from = entries.find((entry) => entry.amount < 0n);
  const to = entries.find((entry) => entry.amount > 0n);
  if (!correctable.includes(kind) || !shopId || !from || !to || entries.length !== 2)
    throw refuse(codes.invalidOperation, { reason: 'not_correctable', params: { kind } });
  if (to.amount === amount) throw refuse(codes.invalidParameter, { field: 'amount', reason: 'is_right' });
  return { posted: to.amount, right: amount === 0n ? [] : move(from.account, to.account, amount) };
}

/** Returns the number by which a merchant knows a posting. */
export async function postingNoOf(
  db: Database,
  { kind, ref }: Pick<PostedTransaction, 'kind' | 'ref'>,
): Promise<string> {
  if (kind !== 'recharge') return ref;
  const [row] = await db.select({ no: recharges.no }).from(recharges).where(eq(recharges.id, ref));
  return row?.no ?? ref;
}

/** Reverses a posting, posts the right amount, and notifies the merchant; returns the change. */
export async function postCorrection(
  deps: Deps,
  wrong: PostedTransaction,
  { amount, reason, actor }: { amount: bigint; reason: string; actor: string },
): Promise<bigint> {
  const { db: tx, clock } = deps;
  const { kind, ref, shopId } = wrong;
  const { right } = correctableOf(wrong, amount);
  const change = await reversePosting(deps, wrong, { right, reason, actor });
  // With no replacement, the row keeps what was credited, and the reversal shows that it was taken back.
  if (kind === 'recharge' && amount > 0n)
    await tx
      .update(recharges)
      // What differs from the report has a reason; that of the confirmation stays.
      .set({ received: amount, reasonCode: sql`coalesce(${recharges.reasonCode}, 'correction')` })
      .where(eq(recharges.id, ref));
  const params = { ref: await postingNoOf(tx, wrong), reason };
  const at = clock.now();
  if (shopId) await notify(tx, { kind: 'posting_corrected', params, shopId, link: '/walletFlow', at });
  return change;
}
