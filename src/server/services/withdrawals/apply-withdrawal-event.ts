import { eq } from 'drizzle-orm';
import { appealTo } from '../../../contract/appeals.ts';
import { codes } from '../../../contract/errors.ts';
import { releaseDedupe } from '../../ledger/idempotency/idempotency.ts';
import { post } from '../../ledger/ledger.ts';
import { after } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import { holds } from '../../schema/restrictions.ts';
import { withdrawalSteps, withdrawals } from '../../schema/withdrawals.ts';
import { issueStatement } from '../../shops/restrictions/statements.ts';
import { reopenForMoney } from '../../shops/shop/reopen.ts';
import { payoutHash } from './payout-hash.ts';
import { issueRejectionStatement, requireRejectable } from './rejections.ts';
import { requireUnusedProof } from './require-unused-proof.ts';
import {
  maxStarts,
  provenEvents,
  resultOf,
  stateOf,
  stepOf,
  type WithdrawalEvent,
  type WithdrawalState,
  withdrawalMachine,
} from './withdrawal-machine.ts';
import { notifyWithdrawal } from './withdrawal-notices.ts';
import { postingsOf } from './withdrawal-postings.ts';
import { lockWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';

export interface WithdrawalChange {
  id: string;
  /** Restricts a merchant to the own shop's withdrawals. */
  shopId?: string;
  event: WithdrawalEvent;
  actor: string;
  /** Why it failed: a code with a text in every language, and the operator's own words. */
  reasonCode?: string;
  reason?: string;
  /** The bank's reference or the transaction's hash. */
  proof?: string;
  /** The order of an authority that demands the rejection. */
  legalReference?: string;
}

/** Returns when an overdue withdrawal is recalled. */
const recallAt = ({ config }: Pick<Deps, 'config'>, overdueAt: Date): Date =>
  after(overdueAt, config.timing.withdrawalRecall);

/** States why a payout is overdue, and until when: the merchant can appeal it. */
const issueOverdueStatement = (deps: Deps, { id, no, shopId }: WithdrawalRow, at: Date): Promise<string> => {
  const until = recallAt(deps, at);
  return issueStatement(deps, {
    shopId,
    kind: 'hold_withdrawal',
    facts: 'withdrawal_overdue_facts',
    rule: 'withdrawal_overdue_rule',
    params: { no },
    actor: 'system',
    subject: id,
    until,
    reviewBy: until,
  });
};

/** Holds a recalled amount for the days in which a bank's confirmation still counts. */
async function holdRecalled(deps: Deps, row: WithdrawalRow, at: Date): Promise<string> {
  const { db: tx, config, random } = deps;
  const { id: subject, no, shopId, amount } = row;
  const releaseAt = after(at, config.timing.withdrawalRelease);
  const statementId = await issueStatement(deps, {
    shopId,
    kind: 'hold_withdrawal',
    facts: 'withdrawal_recalled_facts',
    rule: 'withdrawal_overdue_rule',
    params: { no },
    actor: 'system',
    subject,
    until: releaseAt,
    reviewBy: releaseAt,
  });
  const id = newId(random, 'hld');
  await tx.insert(holds).values({
    id,
    shopId,
    amount,
    reasonCode: 'withdrawal',
    text: 'withdrawal_recalled_hold',
    ref: no,
    statementId,
    since: at,
    releaseAt,
    reviewBy: releaseAt,
    appealUrl: appealTo(statementId),
  });
  return id;
}

/** Returns the reference under which it was sent or confirmed; that of a return is stored with the step. */
const proofOf = ({ event, proof }: WithdrawalChange, before: WithdrawalRow): string | null =>
  event === 'give_back' ? before.proof : (proof ?? before.proof);

type WithdrawalColumns = Partial<typeof withdrawals.$inferInsert>;

/** Returns the refusal of an event that a state does not allow; where it is about starting, it says what to do. */
function notAllowed(
  event: WithdrawalEvent,
  { no, step, payingUntil }: WithdrawalRow,
  from: WithdrawalState,
): Refusal {
  const params = { step, ...(payingUntil && { payingUntil: payingUntil.toISOString() }) };
  const because = (reason: string, message?: string) =>
    refuse(codes.invalidOperation, { reason, params, message });
  if (event === 'send' && from === 'submitted')
    return because(
      'not_started',
      `The payment of ${no} is not started: decide withdraw-start, pay, and then approve. Until then its merchant can cancel it.`,
    );
  if (from === 'paying')
    return because(
      'being_paid',
      `The payment of ${no} is started: until ${params.payingUntil} it can only be approved. If it was not paid, it can be rejected after that.`,
    );
  return because('status');
}

/**
 * Refuses to start a payment once more than `maxStarts`.
 * @throws Refusal 203 `started_too_often`
 */
function requireStartLeft({ no, payingStarts }: WithdrawalRow): void {
  if (payingStarts < maxStarts) return;
  throw refuse(codes.invalidOperation, {
    reason: 'started_too_often',
    message: `The payment of ${no} was started ${maxStarts} times. Do not pay it now, as its merchant can cancel it: approve what was paid in that time, or reject it.`,
  });
}

/** Returns the columns that an event fills beside step and status. */
async function columnsOf(
  deps: Deps,
  before: WithdrawalRow,
  { from, to, at }: { from: WithdrawalState; to: WithdrawalState; at: Date },
): Promise<WithdrawalColumns> {
  if (to === 'paying')
    return {
      payingUntil: after(at, deps.config.timing.withdrawalPaying),
      payingStarts: before.payingStarts + 1,
    };
  if (to === 'overdue')
    return { overdueAt: at, overdueStatementId: await issueOverdueStatement(deps, before, at) };
  if (to === 'recalled') return { recalledAt: at, recallHoldId: await holdRecalled(deps, before, at) };
  if (to === 'lost') return { lostAt: at };
  if (from === 'paid') return { sentBackAt: at };
  return from === 'recalled' ? { recallEndedAt: at } : {};
}

/**
 * Returns the hold that ends when a withdrawal leaves a state: money that is sent or given back is no longer set aside.
 */
const holdOf = (row: WithdrawalRow, { from, to }: { from: WithdrawalState; to: WithdrawalState }) => {
  if (to === 'paying') return null;
  if (stepOf(from) === 'submitted') return row.holdId;
  return from === 'recalled' ? row.recallHoldId : null;
};

/**
 * Applies an event to a withdrawal: row, history and postings, in the caller's transaction or not at all.
 * @throws Refusal 404; 203 for an event that its state does not allow, a proof that another has, or one rejection or
 * start too many; 402 where the proof is missing
 */
export async function applyWithdrawalEvent(deps: Deps, change: WithdrawalChange): Promise<WithdrawalRow> {
  const { db: tx, clock } = deps;
  const { event, actor, proof, legalReference } = change;
  const before = await lockWithdrawal(tx, change.id, change.shopId);
  const at = clock.now();
  const from = stateOf(before, at);
  const to = withdrawalMachine[from][event];
  if (!to) throw notAllowed(event, before, from);
  if (provenEvents.includes(event) && !proof) throw refuse(codes.parameterMissing, { field: 'proof' });
  if (event === 'start') requireStartLeft(before);
  if (event === 'reject') await requireRejectable(deps, before, { legalReference });
  if (proof) await requireUnusedProof(tx, { id: before.id, proof });
  // A shop waits with closing for what is under way, and not for what was confirmed.
  if (from === 'paid') await reopenForMoney(deps, before.shopId);
  const step = stepOf(to);
  // A late confirmation keeps the reason for which the withdrawal was given back.
  const { reasonCode = null, reason = null } = to === 'lost' ? before : change;
  const columns = await columnsOf(deps, before, { from, to, at });
  const [row] = await tx
    .update(withdrawals)
    .set({ step, status: resultOf[step], reasonCode, reason, proof: proofOf(change, before), ...columns })
    .where(eq(withdrawals.id, before.id))
    .returning();
  if (!row) throw new Error('the withdrawal was not changed');
  const recordedStep = to === 'lost' ? 'paid' : step;
  if (recordedStep !== before.step)
    await tx
      .insert(withdrawalSteps)
      .values({ withdrawalId: row.id, step: recordedStep, actor, reasonCode, reason, proof, at });
  if (row.status === 'failed' && before.status !== 'failed') {
    await releaseDedupe(tx, { shopId: row.shopId, operation: 'POST /v1/user/withdraw/add', id: row.id });
  }
  const hold = holdOf(before, { from, to });
  if (hold) await tx.update(holds).set({ releasedAt: at }).where(eq(holds.id, hold));
  for (const { kind, entries } of postingsOf(event, from, row))
    await post(tx, {
      kind,
      ref: row.id,
      shopId: row.shopId,
      actor,
      at,
      entries,
      detailsHash: payoutHash(row),
      ...(reasonCode && { reason: reasonCode }),
    });
  const isRefused = event === 'reject' || event === 'give_back';
  const statementId = isRefused ? await issueRejectionStatement(deps, row, { actor, legalReference }) : null;
  await notifyWithdrawal(deps, row, { event, at, to, statementId });
  return row;
}
