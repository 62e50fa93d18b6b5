import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Basics } from '../context.ts';
import { move } from '../ledger/ledger.ts';
import { notify } from '../notices/notify.ts';
import { refuse } from '../refuse.ts';
import { stateReasons } from '../restrictions/statements.ts';
import { recharges } from '../schema/recharges.ts';
import { postedAs, reversePosting } from './reversal.ts';

// Postings that nothing but their amount follows from. Others belong to something that has a state of its own, an
// order, a hold, a withdrawal: taking only their money back would leave the two apart.
const correctable: readonly string[] = ['recharge', 'upgrade_fee'];

export interface AmountCorrection {
  seq: bigint;
  /** What should have been posted; nothing at all where it is zero. */
  amount: bigint;
  /** Why it was wrong, in words for the merchant. */
  reason: string;
  actor: string;
}

async function noOf({ db }: Basics, kind: string, ref: string): Promise<string> {
  if (kind !== 'recharge') return ref;
  const [row] = await db.select({ no: recharges.no }).from(recharges).where(eq(recharges.id, ref));
  return row?.no ?? ref;
}

/** Corrects the amount of a posting, with its reason, and with a statement where it costs the merchant something. */
export async function correctAmount(
  deps: Basics,
  { seq, amount, reason, actor }: AmountCorrection,
): Promise<{ ref: string; change: bigint; statementId: string | null }> {
  const { db: tx, clock } = deps;
  const wrong = await postedAs(tx, { seq });
  const { kind, ref, shopId } = wrong;
  const from = wrong.entries.find((entry) => entry.amount < 0n);
  const to = wrong.entries.find((entry) => entry.amount > 0n);
  if (!correctable.includes(kind) || !shopId || !from || !to || wrong.entries.length !== 2)
    throw refuse(codes.invalidOperation, { reason: 'not_correctable', params: { kind } });
  if (to.amount === amount) throw refuse(codes.invalidParameter, { field: 'amount', reason: 'is_right' });
  const right = amount === 0n ? [] : move(from.account, to.account, amount);
  const change = await reversePosting(deps, wrong, { right, reason, actor });
  // With nothing in its place the row says what was credited, and the reversal beside it that it was taken back.
  if (kind === 'recharge' && amount > 0n)
    await tx.update(recharges).set({ received: amount }).where(eq(recharges.id, ref));
  const no = await noOf(deps, kind, ref);
  const params = { no, before: formatMoney(to.amount), after: formatMoney(amount) };
  const statement = {
    shopId,
    kind: 'correction' as const,
    facts: reason,
    rule: 'correction_rule',
    actor,
    subject: ref,
  };
  const statementId = change < 0n ? await stateReasons(deps, { ...statement, params }) : null;
  const at = clock.now();
  await notify(tx, {
    kind: 'posting_corrected',
    params: { ref: no, reason },
    shopId,
    link: '/walletFlow',
    at,
  });
  return { ref: no, change, statementId };
}
