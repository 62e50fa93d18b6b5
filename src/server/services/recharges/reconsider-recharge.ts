import { codes } from '../../../contract/errors.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import { move, post } from '../../ledger/ledger.ts';
import { findPosting } from '../../ledger/reversal.ts';
import { after } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { appealReversed, type StatementRow } from '../../shops/restrictions/statements.ts';
import { reopenForMoney } from '../../shops/shop/reopen.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { completeRecharge } from './decide-recharge.ts';
import { stateOf } from './recharge-machine.ts';
import { notifyRecharge } from './recharge-notices.ts';
import { lockRecharge, moveRecharge, type RechargeRow } from './recharge-row.ts';
import { countsAsUse, findSamePayments } from './same-payment.ts';

// What was set apart is credited, and no longer waits to be sent back.
async function creditArrived(
  deps: Deps,
  before: RechargeRow,
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  const { id, shopId, arrived } = before;
  const entries = move('P.clearing', 'world:rail', arrived ?? 0n);
  await post(deps.db, {
    kind: 'recharge_matched',
    ref: id,
    shopId,
    actor,
    at,
    entries,
    reason: appealReversed,
  });
  const decided = { received: arrived, reasonCode: appealReversed, reason: null };
  await completeRecharge(deps, before, 'credit', { decided, at, actor });
}

/** Returns whether the shop has reported the same payment once more, which is under review or was credited. */
async function isReportedAgain(tx: Database, before: RechargeRow): Promise<boolean> {
  const uses = await findSamePayments(tx, before, countsAsUse);
  return uses.some(({ shopId, network }) => shopId === before.shopId && network === before.network);
}

/**
 * Undoes a refusal after a justified appeal: money that was set apart is credited; where none was, the report is
 * reviewed once more, with a new date, unless the merchant has reported the payment again.
 * @throws Refusal 203 `sent_back` where the money has gone back to its sender
 */
async function undoRefusal(deps: Deps, before: RechargeRow, actor: string): Promise<void> {
  const { db: tx, clock, config } = deps;
  const state = stateOf(before);
  if (before.step !== 'rejected' || (await isReportedAgain(tx, before))) return;
  if (state === 'sent_back')
    throw refuse(codes.invalidOperation, {
      reason: 'sent_back',
      message: `The money of ${before.no} went back to its sender, so that nothing of it can be credited: answer with upheld, and write that to the merchant.`,
    });
  await reopenForMoney(deps, before.shopId);
  const at = clock.now();
  if (state === 'set_apart') return creditArrived(deps, before, { at, actor });
  const row = await moveRecharge(tx, before, 'review_again', {
    reasonCode: null,
    reason: null,
    decidedAt: null,
    decidedBy: null,
    expectedBy: after(at, config.timing.recharge),
    overdueNoticedAt: null,
  });
  await notifyRecharge(deps, row, { event: 'report', at });
}

/**
 * Refuses to call an appeal justified while nothing was added to what the statement is about: only the operator who has
 * looked again knows what came.
 * @throws Refusal 203 `not_corrected` with the transaction to correct
 */
async function requireCorrected(
  tx: Database,
  { id, no, amount, received }: RechargeRow,
  { params }: StatementRow,
): Promise<void> {
  const credited = parseMoney(params.arrived ?? '0');
  if ((received ?? 0n) > credited) return;
  const { seq } = await findPosting(tx, { kind: 'recharge', ref: id });
  throw refuse(codes.invalidOperation, {
    reason: 'not_corrected',
    params: { no, transaction: String(seq) },
    message: `${no} has ${formatMoney(credited)} of ${formatMoney(amount)}: post what came with reverse, of "transaction" ${seq} and with the right "amount", and answer the appeal then.`,
  });
}

/**
 * Undoes what a statement of reasons says of a recharge, after a justified appeal; does nothing about other statements.
 * @throws Refusal 203 `sent_back` or `not_corrected` where the appeal cannot be justified, or not yet
 */
export async function reconsiderRecharge(deps: Deps, statement: StatementRow, actor: string): Promise<void> {
  const { db: tx } = deps;
  const { kind, subject, shopId } = statement;
  if (kind !== 'recharge_rejected' && kind !== 'recharge_reduced') return;
  await lockShop(tx, shopId);
  const row = await lockRecharge(tx, subject ?? '');
  if (kind === 'recharge_rejected') return undoRefusal(deps, row, actor);
  return requireCorrected(tx, row, statement);
}
