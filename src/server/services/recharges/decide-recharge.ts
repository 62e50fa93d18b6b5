import { formatMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { move, post } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { missingField } from '../../platform/refuse.ts';
import { issueStatement } from '../../shops/restrictions/statements.ts';
import { requireUnusedProof } from '../withdrawals/require-unused-proof.ts';
import { notifyRecharge } from './recharge-notices.ts';
import { lockRecharge, moveRecharge, type RechargeRow, requireEvent } from './recharge-row.ts';
import { requireCountedOnce, requireReportedOnce } from './same-payment.ts';
import { requireNotAppealed } from './send-back-date.ts';

/** Posts the received amount of a recharge to the balance. */
export async function creditRecharge(
  tx: Database,
  row: RechargeRow,
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  const entries = move('world:rail', availableOf(row.shopId), row.received ?? 0n);
  const posting = { kind: 'recharge', ref: row.id, shopId: row.shopId, actor, at, entries };
  await post(tx, { ...posting, ...(row.reasonCode && { reason: row.reasonCode }) });
}

/** States why a recharge was refused, or less was credited than was reported: its merchant can appeal that. */
const issueRechargeStatement = (
  deps: Deps,
  { id, no, shopId, step, amount, received, arrived, reasonCode, reason }: RechargeRow,
  actor: string,
): Promise<string> =>
  issueStatement(deps, {
    shopId,
    kind: step === 'rejected' ? 'recharge_rejected' : 'recharge_reduced',
    facts: 'recharge_decided_facts',
    rule: 'recharge_decided_rule',
    params: {
      no,
      amount: formatMoney(amount),
      arrived: formatMoney(received ?? arrived ?? 0n),
      ...(reasonCode && { reasonCode }),
      ...(reason && { reason }),
    },
    actor,
    subject: id,
  });

type Decided = Required<Pick<RechargeRow, 'received' | 'reasonCode' | 'reason'>>;

/** Credits the received amount of a recharge, with a statement of reasons where it is less than was reported. */
export async function completeRecharge(
  deps: Deps,
  before: RechargeRow,
  event: 'confirm' | 'credit',
  { decided, at, actor }: { decided: Decided; at: Date; actor: string },
): Promise<RechargeRow> {
  const { db: tx } = deps;
  const row = await moveRecharge(tx, before, event, { ...decided, decidedAt: at, decidedBy: actor });
  await creditRecharge(tx, row, { at, actor });
  const isReduced = (row.received ?? 0n) < row.amount;
  const statementId = isReduced ? await issueRechargeStatement(deps, row, actor) : null;
  await notifyRecharge(deps, row, { event: 'confirm', at, statementId });
  return row;
}

/**
 * Confirms that money has arrived: credits the received amount, not the reported one. Where the two differ, the reason
 * says why; where less arrived, a statement of reasons says so, and the merchant can appeal it.
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
    reasonCode?: string;
    reason?: string;
    distinctFrom?: string[];
    actor: string;
  },
): Promise<RechargeRow> {
  const { db: tx, clock } = deps;
  const before = await lockRecharge(tx, id);
  requireEvent(before, 'confirm');
  if (received !== before.amount && reasonCode === undefined) throw missingField('code');
  await requireCountedOnce(tx, before, distinctFrom);
  const decided = { received, reasonCode: reasonCode ?? null, reason: reason ?? null };
  return completeRecharge(deps, before, 'confirm', { decided, at: clock.now(), actor });
}

/**
 * Refuses a report, with a statement of reasons that the merchant can appeal. Money that did arrive for it is set apart
 * until it is sent back to its sender.
 * @throws Refusal 404, 203 when it is decided already, or money that came was counted before, or is reported by another shop too
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
    arrived?: bigint;
    reasonCode: string;
    reason: string;
    distinctFrom?: string[];
    actor: string;
  },
): Promise<RechargeRow> {
  const { db: tx, clock } = deps;
  const before = await lockRecharge(tx, id);
  const event = arrived === undefined ? 'reject' : 'set_apart';
  requireEvent(before, event);
  if (arrived !== undefined) {
    await requireCountedOnce(tx, before, distinctFrom);
    await requireReportedOnce(tx, before, distinctFrom);
  }
  const at = clock.now();
  const decided = { decidedAt: at, decidedBy: actor, reasonCode, reason, arrived: arrived ?? null };
  const row = await moveRecharge(tx, before, event, decided);
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
  const statementId = await issueRechargeStatement(deps, row, actor);
  await notifyRecharge(deps, row, { event: 'reject', at, statementId });
  if (arrived !== undefined) await notifyRecharge(deps, row, { event: 'set_apart', at });
  return row;
}

/**
 * Records that money of a refused recharge was sent back to its sender.
 * @throws Refusal 404, 203 where there is nothing to send back, while an appeal is open, or for a proof that another
 * payment has
 */
export async function sendBackRecharge(
  deps: Deps,
  id: string,
  { proof, actor }: { proof: string; actor: string },
): Promise<RechargeRow> {
  const { db: tx, clock } = deps;
  const before = await lockRecharge(tx, id);
  requireEvent(before, 'send_back');
  await requireNotAppealed(tx, before);
  await requireUnusedProof(tx, { id, proof });
  const at = clock.now();
  const row = await moveRecharge(tx, before, 'send_back', { sentBackAt: at, sentBackProof: proof });
  const entries = move('P.clearing', 'world:rail', before.arrived ?? 0n);
  await post(tx, { kind: 'recharge_sent_back', ref: id, shopId: row.shopId, actor, at, entries });
  await notifyRecharge(deps, row, { event: 'send_back', at });
  return row;
}
