import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { letGo } from '../idempotency/idempotency.ts';
import { post } from '../ledger/ledger.ts';
import { refuse } from '../refuse.ts';
import { holds } from '../schema/restrictions.ts';
import { withdrawalSteps, withdrawals } from '../schema/withdrawals.ts';
import type { WithdrawalDeps } from './request-withdrawal.ts';
import { resultOf, type WithdrawEvent, withdrawalMachine } from './withdrawal-machine.ts';
import { tellWithdrawal } from './withdrawal-notices.ts';
import { entriesOfWithdrawal, withdrawalKinds } from './withdrawal-postings.ts';
import { lockWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';

export interface WithdrawalChange {
  id: string;
  /** Merchants reach their own withdrawals only. */
  shopId?: string;
  event: WithdrawEvent;
  actor: string;
  /** Why it failed: a code with a text in every language, and the operator's own words. */
  reasonCode?: string;
  reason?: string | undefined;
  /** The bank's reference or the transaction's hash. */
  proof?: string | undefined;
}

/** Takes a withdrawal one step on: row, history and posting, in the caller's transaction or not at all. */
export async function moveWithdrawal(
  deps: Pick<WithdrawalDeps, 'db' | 'clock'>,
  change: WithdrawalChange,
): Promise<WithdrawalRow> {
  const { db: tx, clock } = deps;
  const { event, actor, reasonCode, reason, proof } = change;
  const before = await lockWithdrawal(tx, change.id, change.shopId);
  const step = withdrawalMachine[before.step][event];
  if (!step) throw refuse(codes.invalidOperation, { reason: 'status', params: { step: before.step } });
  const at = clock.now();
  const [row] = await tx
    .update(withdrawals)
    .set({ step, status: resultOf[step], reasonCode, reason, proof: proof ?? before.proof })
    .where(eq(withdrawals.id, before.id))
    .returning();
  if (!row) throw new Error('the withdrawal was not changed');
  await tx
    .insert(withdrawalSteps)
    .values({ withdrawalId: row.id, step, actor, reasonCode, reason, proof, at });
  if (row.status === 'failed') {
    await letGo(tx, { shopId: row.shopId, operation: 'POST /v1/user/withdraw/add', id: row.id });
  }
  // Sent or given back, it is no longer set aside.
  if (before.step === 'submitted') {
    await tx.update(holds).set({ releasedAt: at }).where(eq(holds.id, row.holdId));
  }
  const facts = { kind: withdrawalKinds[event], ref: row.id, shopId: row.shopId, actor, at };
  await post(tx, {
    ...facts,
    entries: entriesOfWithdrawal(event, row),
    ...(reasonCode && { reason: reasonCode }),
  });
  await tellWithdrawal(tx, row, { event, at });
  return row;
}
