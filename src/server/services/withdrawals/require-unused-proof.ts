import { and, eq, ne, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { lockName } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refuse.ts';
import { comparableProof } from '../../schema/columns.ts';
import { recharges } from '../../schema/recharges.ts';
import { withdrawalSteps, withdrawals } from '../../schema/withdrawals.ts';

interface Payout {
  /** The withdrawal or the recharge that the money was sent for. */
  id: string;
  proof: string;
}

/** Returns the number of another withdrawal, or of a recharge that was sent back, that has this proof. */
async function otherPayout(tx: Database, { id, proof }: Payout): Promise<string | undefined> {
  const plain = comparableProof(proof);
  const [withdrawal] = await tx
    .select({ no: withdrawals.no })
    .from(withdrawalSteps)
    .innerJoin(withdrawals, eq(withdrawals.id, withdrawalSteps.withdrawalId))
    .where(and(eq(comparableProof(withdrawalSteps.proof), plain), ne(withdrawals.id, id)))
    .limit(1);
  if (withdrawal) return withdrawal.no;
  const [recharge] = await tx
    .select({ no: recharges.no })
    .from(recharges)
    .where(and(eq(comparableProof(recharges.sentBackProof), plain), ne(recharges.id, id)))
    .limit(1);
  return recharge?.no;
}

/**
 * Refuses the proof of another payout: one payment arrives once. Of two requests with one proof at the same time, the
 * second waits for the first. Releases before this check stored any proof, so it cannot be a unique index.
 * @throws Refusal 203 `proof_used` with the number that has it
 */
export async function requireUnusedProof(tx: Database, payout: Payout): Promise<void> {
  const plain = comparableProof(payout.proof);
  await lockName(tx, sql`'proof ' || ${plain}`);
  const no = await otherPayout(tx, payout);
  if (no === undefined) return;
  throw refuse(codes.invalidOperation, {
    field: 'proof',
    reason: 'proof_used',
    params: { no },
    message: `"proof": ${no} has this reference already, and one payment proves one sending. Give the reference of this payment.`,
  });
}
