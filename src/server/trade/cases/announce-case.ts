import { eq } from 'drizzle-orm';
import { after, day, latest } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { holds, type statements } from '../../schema/restrictions.ts';
import { markDone, notify, topicOfCase } from '../../shops/notices/notify.ts';
import {
  appealDeadline,
  placeAnnouncedHold,
  rescheduleAnnouncedHold,
} from '../../shops/restrictions/announced-holds.ts';
import { type CaseRow, caseOf, isUnderAppeal, type LockedCase, lockCase } from '../model/case-row.ts';
import { splitCover } from '../model/loss-coverage.ts';
import { moveCase } from '../model/move-case.ts';
import { faultCost } from '../model/order-postings.ts';
import type { OrderRow } from '../model/order-row.ts';
import { applyCaseEvent } from './apply-case-event.ts';

/** Days in which a merchant can appeal what a case takes, before it is posted. */
const daysToAppeal = 7;

/**
 * Returns whether a refund of this case takes something from its merchant: a part of the proceeds, or all of them once
 * they are settled, or the cost of a merchant's fault.
 */
export function takesFromMerchant(
  { status }: Pick<OrderRow, 'status'>,
  { partialAmount, fault, type }: Pick<CaseRow, 'partialAmount' | 'fault' | 'type'>,
): boolean {
  if (type !== 'refund') return false;
  if (partialAmount !== null || status === 'waiting_for_withdrawal') return true;
  return fault === 'merchant' && status !== 'to_be_shipped';
}

/** Returns the part of the balance that is set aside for a case; 0 where the case takes nothing from the balance. */
export async function heldForCase(db: Database, { holdId }: Pick<CaseRow, 'holdId'>): Promise<bigint> {
  if (holdId === null) return 0n;
  const [hold] = await db.select().from(holds).where(eq(holds.id, holdId));
  return hold && hold.releasedAt === null ? hold.amount : 0n;
}

/**
 * Announces a decision of the platform for the buyer at the merchant's cost: sets aside what it takes from the balance,
 * and posts nothing for a week, in which the merchant can appeal.
 */
export async function announceCase(
  deps: Deps,
  { order, row }: LockedCase,
  {
    actor,
    reason,
    partialAmount,
    statementId,
  }: { actor: string; reason: string; partialAmount: bigint | null; statementId: string },
): Promise<CaseRow> {
  const { db: tx, clock } = deps;
  const { shopId, no } = order;
  const at = clock.now();
  const appealBy = after(at, daysToAppeal * day);
  const owed = partialAmount === null ? faultCost(order, row.fault) : 0n;
  const { available } = await splitCover(tx, order, owed);
  const hold = { shopId, amount: available, reasonCode: 'refund', ref: no, statementId, actor } as const;
  const holdId = available > 0n ? await placeAnnouncedHold(deps, { ...hold, until: appealBy }) : null;
  const set = { partialAmount, statementId, holdId, appealBy, dueAt: appealBy };
  const next = await moveCase(
    deps,
    { order, row },
    { event: 'uphold', party: 'platform', actor, reason, set },
  );
  const params = { postAt: appealBy.toISOString() };
  await notify(tx, { kind: 'case_announced', params, shopId, statementId, orderId: order.id, at });
  return next;
}

type Statement = typeof statements.$inferSelect;

/**
 * Records the merchant's appeal against an announced decision: the platform reviews it by a date, or nothing is taken.
 */
export async function recordCaseAppeal(
  deps: Deps & { caller: { userId: string } },
  { subject, id, shopId }: Statement,
  decideBy: Date,
): Promise<void> {
  const appealed = await caseOf(deps.db, subject ?? '', shopId);
  if (appealed.statementId !== id || appealed.state !== 'approved' || appealed.appealBy === null) return;
  const locked = await lockCase(deps.db, appealed.id, shopId);
  if (locked.row.state !== 'approved') return;
  const dueAt = appealDeadline(deps.clock.now(), decideBy);
  const by = { party: 'merchant', actor: deps.caller.userId } as const;
  await moveCase(deps, locked, { event: 'appeal', ...by, set: { dueAt } });
  if (locked.row.holdId) await rescheduleAnnouncedHold(deps, locked.row.holdId, dueAt);
  await markDone(deps.db, { shopId, topics: [topicOfCase(locked.order.id)], at: deps.clock.now() });
}

/**
 * Resumes a case once the appeal against it is answered: it is posted on its date, or ends without a refund.
 * @returns false where the statement belongs to no case that awaits an answer
 */
export async function resumeCase(
  deps: Deps,
  { subject, id, kind, shopId }: Statement,
  { outcome, actor, reason }: { outcome: 'upheld' | 'reversed'; actor: string; reason: string },
): Promise<boolean> {
  if (kind !== 'after_sale') return false;
  const locked = await lockCase(deps.db, subject ?? '', shopId);
  const { row } = locked;
  if (row.statementId !== id || !isUnderAppeal(row) || row.appealBy === null) return false;
  const by = { party: 'platform', actor, reason } as const;
  if (outcome === 'reversed') {
    await applyCaseEvent(deps, locked, { event: 'dismiss', ...by });
    return true;
  }
  const dueAt = latest(row.appealBy, deps.clock.now());
  await moveCase(deps, locked, { event: 'uphold', ...by, set: { dueAt } });
  if (row.holdId) await rescheduleAnnouncedHold(deps, row.holdId, dueAt);
  return true;
}
