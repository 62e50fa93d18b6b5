import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { lastSeq, move, post } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { newId, newNo } from '../../platform/ids.ts';
import { missingField, refuse } from '../../platform/refuse.ts';
import { recharges } from '../../schema/recharges.ts';
import { reopenForMoney } from '../../shops/shop/reopen.ts';
import { requireUnusedProof } from '../withdrawals/require-unused-proof.ts';
import { notifyRecharge } from './recharge-notices.ts';
import type { RechargeRow } from './recharge-view.ts';
import { anyNetwork, requireCountedOnce } from './same-payment.ts';

async function lockOpen(tx: Database, id: string): Promise<RechargeRow> {
  const [row] = await tx.select().from(recharges).where(eq(recharges.id, id)).for('update');
  if (!row) throw refuse(codes.recordNotFound, { field: 'recharge' });
  if (row.status !== 'moderated')
    throw refuse(codes.invalidOperation, { reason: 'status', params: { step: row.step } });
  return row;
}

async function change(tx: Database, id: string, set: Partial<RechargeRow>): Promise<RechargeRow> {
  const [row] = await tx.update(recharges).set(set).where(eq(recharges.id, id)).returning();
  if (!row) throw new Error('the recharge was not changed');
  return row;
}

async function credit(
  tx: Database,
  row: RechargeRow,
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  const entries = move('world:rail', availableOf(row.shopId), row.received ?? 0n);
  const posting = { kind: 'recharge', ref: row.id, shopId: row.shopId, actor, at, entries };
  await post(tx, { ...posting, ...(row.reasonCode && { reason: row.reasonCode }) });
}

/**
 * Confirms that money has arrived: credits the received amount, not the reported one. Where the two differ, the reason
 * says why.
 * @throws Refusal 404, 203 when it is decided already or its payment was counted before, 403 where a difference has no
 * reason
 */
export async function confirmRecharge(
  deps: Deps,
  id: string,
  {
    received,
    reasonCode,
    reason,
    distinctFrom,
    actor,
  }: {
    received: bigint;
    reasonCode?: string | undefined;
    reason?: string | undefined;
    distinctFrom?: string[] | undefined;
    actor: string;
  },
): Promise<RechargeRow> {
  const { db: tx, clock } = deps;
  const before = await lockOpen(tx, id);
  if (received !== before.amount && reasonCode === undefined) throw missingField('code');
  await requireCountedOnce(tx, before, distinctFrom);
  const at = clock.now();
  const decided = { decidedAt: at, decidedBy: actor, reasonCode: reasonCode ?? null, reason: reason ?? null };
  const row = await change(tx, id, { status: 'completed', step: 'confirmed', received, ...decided });
  await credit(tx, row, { at, actor });
  await notifyRecharge(deps, row, { event: 'confirm', at });
  return row;
}

/**
 * Refuses a report, with a reason. Money that did arrive for it is set apart until it is sent back to its sender.
 * @throws Refusal 404, 203 when it is decided already, or money that came was counted before
 */
export async function rejectRecharge(
  deps: Deps,
  id: string,
  {
    arrived,
    reasonCode,
    reason,
    distinctFrom,
    actor,
  }: {
    arrived?: bigint | undefined;
    reasonCode: string;
    reason: string;
    distinctFrom?: string[] | undefined;
    actor: string;
  },
): Promise<RechargeRow> {
  const { db: tx, clock } = deps;
  const before = await lockOpen(tx, id);
  if (arrived !== undefined) await requireCountedOnce(tx, before, distinctFrom);
  const at = clock.now();
  const decided = { decidedAt: at, decidedBy: actor, reasonCode, reason, arrived: arrived ?? null };
  const row = await change(tx, id, { status: 'failed', step: 'rejected', ...decided });
  if (arrived !== undefined) {
    const entries = move('world:rail', 'P.clearing', arrived);
    await post(tx, {
      kind: 'recharge_unmatched',
      ref: id,
      shopId: row.shopId,
      actor,
      at,
      entries,
      reason: reasonCode,
    });
  }
  await notifyRecharge(deps, row, { event: 'reject', at });
  if (arrived !== undefined) await notifyRecharge(deps, row, { event: 'set_apart', at });
  return row;
}

/**
 * Records that money of a refused recharge was sent back to its sender.
 * @throws Refusal 404, 203 where there is nothing to send back, or for a proof that another payment has
 */
export async function sendBackRecharge(
  deps: Deps,
  id: string,
  { proof, actor }: { proof: string; actor: string },
): Promise<RechargeRow> {
  const { db: tx, clock } = deps;
  const [before] = await tx.select().from(recharges).where(eq(recharges.id, id)).for('update');
  if (!before) throw refuse(codes.recordNotFound, { field: 'recharge' });
  if (before.arrived === null || before.sentBackAt !== null)
    throw refuse(codes.invalidOperation, { reason: 'nothing_to_send_back' });
  await requireUnusedProof(tx, { id, proof });
  const at = clock.now();
  const row = await change(tx, id, { sentBackAt: at, sentBackProof: proof });
  const entries = move('P.clearing', 'world:rail', before.arrived);
  await post(tx, { kind: 'recharge_sent_back', ref: id, shopId: row.shopId, actor, at, entries });
  await notifyRecharge(deps, row, { event: 'send_back', at });
  return row;
}

/**
 * Credits money that came without a report, such as an opening balance, with the reason.
 * @throws Refusal 203 `proof_used` where its payment was counted before
 */
export async function bookRecharge(
  deps: Deps,
  {
    shopId,
    received,
    proof,
    reasonCode,
    distinctFrom,
    actor,
  }: {
    shopId: string;
    received: bigint;
    proof?: string | undefined;
    reasonCode: string;
    distinctFrom?: string[] | undefined;
    actor: string;
  },
): Promise<RechargeRow> {
  const { db: tx, clock, random } = deps;
  await reopenForMoney(deps, shopId);
  const at = clock.now();
  const no = `R-${newNo(random, at)}`;
  const payment = { network: anyNetwork, proof: proof ?? no };
  await requireCountedOnce(tx, payment, distinctFrom);
  const [row] = await tx
    .insert(recharges)
    .values({
      ...payment,
      id: newId(random, 'rch'),
      no,
      shopId,
      reportedBy: actor,
      amount: received,
      received,
      status: 'completed',
      step: 'confirmed',
      reasonCode,
      seq: await lastSeq(tx, shopId),
      expectedBy: at,
      createdAt: at,
      decidedAt: at,
      decidedBy: actor,
    })
    .onConflictDoNothing()
    .returning();
  // The same text was booked, and taken back or found to be another payment: the reference has to differ.
  if (!row)
    throw refuse(codes.invalidOperation, {
      field: 'proof',
      reason: 'proof_used',
      message:
        '--proof: money was booked under this reference before. Write what tells this payment from it behind the reference, such as the name of the bank.',
    });
  await credit(tx, row, { at, actor });
  await notifyRecharge(deps, row, { event: 'confirm', at });
  return row;
}
