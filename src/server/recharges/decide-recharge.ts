import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../database/db.ts';
import { newId, newNo } from '../ids.ts';
import { availableOf } from '../ledger/account-names.ts';
import { ledgerEnd, move, post } from '../ledger/ledger.ts';
import { refuse } from '../refuse.ts';
import { recharges } from '../schema/recharges.ts';
import { anyNetwork, hasCome, otherUse } from './other-use.ts';
import { tellRecharge } from './recharge-notices.ts';
import type { RechargeRow } from './recharge-view.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'random'>;

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

/** Asked behind the posting, under the ledger's lock: of two who count one payment, the second finds the first. */
async function requireCountedOnce(tx: Database, row: RechargeRow): Promise<void> {
  const other = await otherUse(tx, row, hasCome);
  if (other)
    throw refuse(codes.invalidOperation, { field: 'proof', reason: 'proof_used', params: { no: other.no } });
}

async function credit(
  tx: Database,
  row: RechargeRow,
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  const entries = move('world:rail', availableOf(row.shopId), row.received ?? 0n);
  const facts = { kind: 'recharge', ref: row.id, shopId: row.shopId, actor, at, entries };
  await post(tx, { ...facts, ...(row.reasonCode && { reason: row.reasonCode }) });
  await requireCountedOnce(tx, row);
}

/**
 * The money has arrived: what came is credited, not what was said. Where the two differ, the reason says why.
 * @throws Refusal 404, 203 when it is decided already or its payment was counted before, 403 where a difference has no
 *   reason
 */
export async function confirmRecharge(
  { db: tx, clock }: Needs,
  id: string,
  {
    received,
    reasonCode,
    reason,
    actor,
  }: {
    received: bigint;
    reasonCode?: string | undefined;
    reason?: string | undefined;
    actor: string;
  },
): Promise<RechargeRow> {
  const before = await lockOpen(tx, id);
  if (received !== before.amount && reasonCode === undefined)
    throw refuse(codes.parameterMissing, { field: 'code', params: { kind: 'required' } });
  const at = clock.now();
  const decided = { decidedAt: at, decidedBy: actor, reasonCode: reasonCode ?? null, reason: reason ?? null };
  const row = await change(tx, id, { status: 'completed', step: 'confirmed', received, ...decided });
  await credit(tx, row, { at, actor });
  await tellRecharge(tx, row, { event: 'confirm', at });
  return row;
}

/**
 * It is refused, with a reason. Money that did come for it is nobody's until it has gone back where it came from.
 * @throws Refusal 404, 203 when it is decided already, or money that came was counted before
 */
export async function rejectRecharge(
  { db: tx, clock }: Needs,
  id: string,
  {
    arrived,
    reasonCode,
    reason,
    actor,
  }: {
    arrived?: bigint | undefined;
    reasonCode: string;
    reason: string;
    actor: string;
  },
): Promise<RechargeRow> {
  await lockOpen(tx, id);
  const at = clock.now();
  const decided = { decidedAt: at, decidedBy: actor, reasonCode, reason, arrived: arrived ?? null };
  const row = await change(tx, id, { status: 'failed', step: 'rejected', ...decided });
  if (arrived !== undefined) {
    const entries = move('world:rail', 'P.clearing', arrived);
    await post(tx, {
      kind: 'recharge_unmatched',
      ref: id,
      shopId: null,
      actor,
      at,
      entries,
      reason: reasonCode,
    });
    await requireCountedOnce(tx, row);
  }
  await tellRecharge(tx, row, { event: 'reject', at });
  return row;
}

/** Money of a refused recharge has gone back to its sender. */
export async function sendBackRecharge(
  { db: tx, clock }: Needs,
  id: string,
  { proof, actor }: { proof: string; actor: string },
): Promise<RechargeRow> {
  const [before] = await tx.select().from(recharges).where(eq(recharges.id, id)).for('update');
  if (!before) throw refuse(codes.recordNotFound, { field: 'recharge' });
  if (before.arrived === null || before.sentBackAt !== null)
    throw refuse(codes.invalidOperation, { reason: 'nothing_to_send_back' });
  const at = clock.now();
  const row = await change(tx, id, { sentBackAt: at, sentBackProof: proof });
  const entries = move('P.clearing', 'world:rail', before.arrived);
  await post(tx, { kind: 'recharge_sent_back', ref: id, shopId: null, actor, at, entries });
  await tellRecharge(tx, row, { event: 'send_back', at });
  return row;
}

/**
 * Money that came without a report, as an opening balance does: credited, with the reason.
 * @throws Refusal 203 `proof_used` where its payment was counted before
 */
export async function bookRecharge(
  { db: tx, clock, random }: Needs,
  {
    shopId,
    received,
    proof,
    reasonCode,
    actor,
  }: {
    shopId: string;
    received: bigint;
    proof?: string | undefined;
    reasonCode: string;
    actor: string;
  },
): Promise<RechargeRow> {
  const at = clock.now();
  const no = `R-${newNo(random, at)}`;
  const [row] = await tx
    .insert(recharges)
    .values({
      ...{ id: newId(random, 'rch'), no, shopId, reportedBy: actor, network: anyNetwork, proof: proof ?? no },
      ...{ amount: received, received, status: 'completed', step: 'confirmed', reasonCode },
      ...{ seq: await ledgerEnd(tx), expectedBy: at, createdAt: at, decidedAt: at, decidedBy: actor },
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw refuse(codes.invalidOperation, { field: 'proof', reason: 'proof_used' });
  await credit(tx, row, { at, actor });
  await tellRecharge(tx, row, { event: 'confirm', at });
  return row;
}
