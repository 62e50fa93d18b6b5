import { eq, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { type Entry, move } from '../../ledger/ledger.ts';
import {
  findPosting,
  type PostedTransaction,
  reverseCorrection,
  reversePosting,
} from '../../ledger/reversal.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { recharges } from '../../schema/recharges.ts';
import { notify } from '../../shops/notices/notify.ts';
import { reopenForMoney } from '../../shops/shop/reopen.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { requireCountedOnce } from '../recharges/same-payment.ts';
import type { CorrectionRow } from './earlier-corrections.ts';

// Postings from which only their amount follows. Others belong to an order, a hold or a withdrawal: its state would
// no longer match the money.
const correctable: readonly string[] = ['recharge', 'upgrade_fee'];

/** The reason of a recharge that differs from its report by a correction alone. */
const correctedCode = 'correction';

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

// While a recharge was taken back whole, its payment could be credited again, also to another shop.
async function requireNotCountedElsewhere(
  tx: Database,
  { shopId, ref }: CorrectionRow,
  distinctFrom: readonly string[] | undefined,
): Promise<void> {
  // Locked before the payment, as where money is booked.
  await lockShop(tx, shopId);
  const [recharge] = await tx.select().from(recharges).where(eq(recharges.id, ref));
  if (!recharge) throw new Error('a posting of no recharge');
  await requireCountedOnce(tx, recharge, distinctFrom);
}

/**
 * Gives back what a posted correction took: posts its opposite under the correction's id, so that it is given back once,
 * and notifies the merchant.
 * @throws Refusal 203 `proof_used` where the payment of a recharge that was taken back whole is counted elsewhere
 */
export async function undoCorrection(
  deps: Deps,
  row: CorrectionRow,
  { distinctFrom, ...by }: { actor: string; reason: string; distinctFrom?: string[] },
): Promise<void> {
  const { db: tx, clock } = deps;
  const { id, shopId, seq, amount, taken } = row;
  const wrong = await findPosting(tx, { shopId, seq });
  if (wrong.kind === 'recharge' && amount === 0n) await requireNotCountedElsewhere(tx, row, distinctFrom);
  await reopenForMoney(deps, shopId);
  await reverseCorrection(deps, { shopId, corrected: wrong.ref, ref: id }, by);
  const received = wrong.entries.find((entry) => entry.amount > 0n)?.amount ?? 0n;
  if (wrong.kind === 'recharge' && amount > 0n)
    await tx
      .update(recharges)
      .set({ received, reasonCode: sql`nullif(${recharges.reasonCode}, ${correctedCode})` })
      .where(eq(recharges.id, wrong.ref));
  const params = { ref: await postingNoOf(tx, wrong), amount: formatMoney(taken) };
  const at = clock.now();
  await notify(tx, { kind: 'correction_undone', params, shopId, at });
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
      .set({ received: amount, reasonCode: sql`coalesce(${recharges.reasonCode}, ${correctedCode})` })
      .where(eq(recharges.id, ref));
  const params = { ref: await postingNoOf(tx, wrong), reason };
  const at = clock.now();
  if (shopId) await notify(tx, { kind: 'posting_corrected', params, shopId, at });
  return change;
}
