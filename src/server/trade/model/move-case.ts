import { and, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { CaseState } from '../../../contract/status.ts';
import { after } from '../../platform/clock.ts';
import type { Timing } from '../../platform/config/timing.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { afterSaleCases, afterSaleEvents } from '../../schema/cases.ts';
import { orders } from '../../schema/orders.ts';
import { releaseAnnouncedHold } from '../../shops/restrictions/announced-holds.ts';
import { recordEvent } from '../../shops/webhooks/record-event.ts';
import { type CaseEvent, type CaseParty, type CaseTransition, caseMachine } from './case-machine.ts';
import type { CaseRow, LockedCase } from './case-row.ts';
import { addOrderEvent } from './order-row.ts';

/**
 * Returns when a case that enters a state now leaves it by time; null where only an act of a party, or nothing, ends
 * the state.
 */
function caseDueAt(state: CaseState, at: Date, timing: Timing): Date | null {
  const periods: Partial<Record<CaseState, number>> = {
    merchant_due: timing.afterSale,
    rejected: timing.buyerEscalates,
    platform_review: timing.caseReview,
    approved: timing.buyerReturns,
    returning: timing.returnArrives,
    received: timing.supplierInspects,
  };
  const period = periods[state];
  return period === undefined ? null : after(at, period);
}

/** An event of a case, and the party that triggers it. */
export interface CaseChange {
  event: CaseEvent;
  party: CaseParty;
  /** Stored with the event: a user's id, or the party that acted. */
  actor: string;
  reason?: string;
  /** Columns that the event sets. */
  set?: Partial<
    Pick<
      CaseRow,
      | 'partialAmount'
      | 'carrier'
      | 'trackingNo'
      | 'statementId'
      | 'outcome'
      | 'refunded'
      | 'dueAt'
      | 'appealBy'
      | 'holdId'
    >
  >;
}

/** Returns the transition of an event, or throws the refusal that says why there is none. */
export function caseTransition(row: CaseRow, event: CaseEvent, party: CaseParty): CaseTransition {
  const transition = caseMachine[row.state][event];
  if (!transition || (transition.only && transition.only !== row.type))
    throw refuse(codes.invalidOperation, { reason: 'status', params: { status: row.state } });
  // No other party answers for a merchant, and a merchant acts for no other party.
  if ((transition.by === 'merchant') !== (party === 'merchant')) {
    throw refuse(codes.invalidOperation, { reason: 'not_yours_to_do' });
  }
  return transition;
}

/**
 * Applies one transition to a case, in the caller's transaction: its state, its history, and what its order shows of
 * it. Releases the amount that was set aside for a case that ends; moves no other money and sends no notice: the caller
 * does both, the notice after the postings.
 */
export async function moveCase(deps: Deps, locked: LockedCase, change: CaseChange): Promise<CaseRow> {
  const { db: tx, clock, config } = deps;
  const { order, row } = locked;
  const { event, party, actor, reason, set } = change;
  const { to } = caseTransition(row, event, party);
  const at = clock.now();
  const closed = to === 'closed';
  const dueAt = caseDueAt(to, at, config.timing);
  const [next] = await tx
    .update(afterSaleCases)
    .set({ state: to, dueAt, closedAt: closed ? at : null, ...set })
    .where(and(eq(afterSaleCases.id, row.id), eq(afterSaleCases.state, row.state)))
    .returning();
  if (!next) throw refuse(codes.operationBusy);
  await tx.insert(afterSaleEvents).values({
    caseId: row.id,
    shopId: row.shopId,
    event,
    from: row.state,
    to,
    party,
    actor,
    reason,
    at,
  });
  const withoutCase = closed ? { caseId: null, caseReason: null, caseSince: null } : {};
  await tx
    .update(orders)
    .set({ ...withoutCase, caseActBy: to === 'merchant_due' ? next.dueAt : null })
    .where(eq(orders.id, order.id));
  if (to === 'platform_review' && row.state !== to)
    await recordEvent(deps, {
      kind: 'case.to_review',
      shopId: row.shopId,
      data: { case: row.id, order: order.id, no: order.no },
    });
  if (closed && row.holdId) await releaseAnnouncedHold(deps, row.holdId, { actor, reason: 'refund_hold' });
  if (closed)
    await addOrderEvent(tx, order, { event: 'case_closed', actor, reason: reason ?? row.reason, at });
  return next;
}
