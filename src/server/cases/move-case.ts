import { and, eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Basics } from '../context.ts';
import { refuse } from '../refuse.ts';
import { afterSaleCases, afterSaleEvents } from '../schema/cases.ts';
import { orderEvents, orders } from '../schema/orders.ts';
import { caseDueAt } from './case-due-at.ts';
import { type CaseEvent, type CaseParty, type CaseTransition, caseMachine } from './case-machine.ts';
import type { CaseRow, LockedCase } from './case-row.ts';

/** What an event on a case needs to run; `db` is the transaction it runs in. */
export type CaseDeps = Basics;

export interface CaseChange {
  event: CaseEvent;
  party: CaseParty;
  /** Stored with the event: a user's id, or who acted for the others. */
  actor: string;
  reason?: string | undefined;
  /** Columns the event brings with it. */
  set?: Partial<
    Pick<CaseRow, 'part' | 'carrier' | 'trackingNo' | 'statementId' | 'outcome' | 'refunded' | 'dueAt'>
  >;
}

/** The transition an event would be, or the refusal that says why it is none. */
export function caseTransition(row: CaseRow, event: CaseEvent, party: CaseParty): CaseTransition {
  const transition = caseMachine[row.state][event];
  if (!transition || (transition.only && transition.only !== row.type))
    throw refuse(codes.invalidOperation, { reason: 'status', params: { status: row.state } });
  // Nobody answers in a merchant's place, and a merchant does nobody else's part.
  if ((transition.by === 'merchant') !== (party === 'merchant')) {
    throw refuse(codes.invalidOperation, { reason: 'not_yours_to_do' });
  }
  return transition;
}

/** A line in the order's own history; by it the wallet knows that its releases have changed. */
export async function noteOnOrder(
  deps: CaseDeps,
  { order, row }: LockedCase,
  event: 'case_opened' | 'case_closed',
  { actor, reason }: Pick<CaseChange, 'actor' | 'reason'>,
): Promise<void> {
  const { id: orderId, shopId, status } = order;
  await deps.db.insert(orderEvents).values({
    ...{ orderId, shopId, event, from: status, to: status, actor, reason: reason ?? row.reason },
    ...{ at: deps.clock.now(), purchase: 0n, profit: 0n },
  });
}

/**
 * Takes a case one step on, in the caller's transaction: its state, its history, and what its order shows of it.
 * Moves no money and tells nobody: who calls it does, after the postings.
 */
export async function moveCase(deps: CaseDeps, locked: LockedCase, change: CaseChange): Promise<CaseRow> {
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
    ...{ caseId: row.id, shopId: row.shopId, event, from: row.state, to, party, actor, reason, at },
  });
  const pointer = closed ? { caseId: null, caseReason: null, caseSince: null } : {};
  await tx
    .update(orders)
    .set({ ...pointer, caseActBy: to === 'merchant_due' ? next.dueAt : null })
    .where(eq(orders.id, order.id));
  if (closed) await noteOnOrder(deps, locked, 'case_closed', change);
  return next;
}
