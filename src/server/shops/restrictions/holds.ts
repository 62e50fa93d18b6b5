import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import { appealTo } from '../../../contract/appeals.ts';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf, frozenOf } from '../../ledger/account-names.ts';
import { move, post } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import { type Database, insertOne } from '../../platform/database/db.ts';
import { dueWork } from '../../platform/due-work.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { holdReasons, holds } from '../../schema/restrictions.ts';
import { notify } from '../notices/notify.ts';
import { blockedMoneyPeriods } from './blocked-periods.ts';
import { requirePeriodAllowed, requireRenewable, reviewDate } from './review-periods.ts';
import { issueStatement, renewalsOf, withReference } from './statements.ts';

export type HoldRow = typeof holds.$inferSelect;

type HoldReason = (typeof holdReasons)[number];

/** Conditions that may end a hold before its date; none of them is a payment by the merchant. */
export const holdConditions = ['dispute_decided', 'authority_answered', 'papers_checked'] as const;
export type HoldCondition = (typeof holdConditions)[number];

export interface HoldDecision {
  shopId: string;
  amount: bigint;
  reasonCode: HoldReason;
  facts: string;
  rule: string;
  ref: string;
  actor: string;
  reviewDays: number;
  /** The condition that ends it before its date. */
  condition?: HoldCondition;
  /** The order of an authority, which every long hold needs. */
  legalReference?: string;
}

type Reasons = Pick<HoldDecision, 'shopId' | 'reasonCode' | 'facts' | 'rule' | 'actor' | 'legalReference'>;

const issueHoldStatement = (
  deps: Deps,
  { shopId, reasonCode, facts, rule, actor, legalReference }: Reasons,
  { id, reviewBy }: Pick<HoldRow, 'id' | 'reviewBy'>,
): Promise<string> =>
  issueStatement(deps, {
    shopId,
    kind: `hold_${reasonCode}`,
    facts: withReference(facts, legalReference),
    rule,
    actor,
    subject: id,
    until: reviewBy,
    reviewBy,
  });

// A demand of an authority needs a reference; without one the hold is the platform's own decision.
function requireReference({
  reasonCode,
  legalReference,
}: Pick<HoldDecision, 'reasonCode' | 'legalReference'>) {
  if (reasonCode !== 'legal' || legalReference !== undefined) return;
  throw refuse(codes.parameterMissing, {
    field: 'legalReference',
    reason: 'legal_reference',
    message: '"legalReference": name the order of the authority that demands it, or use the code risk.',
  });
}

/**
 * Places a hold on a shop's money, with its statement of reasons and the date by which it is reviewed or ends.
 * @throws Refusal 424 where the balance is lower; 403 `legal_reference` for `legal` without an authority's order; 405 for
 *   less than one day or more than 14; 203 `too_often` where it would block the shop for more than 42 of 90 days
 */
export async function placeHold(deps: Deps, decision: HoldDecision): Promise<HoldRow> {
  const { db: tx, clock, random } = deps;
  const { shopId, amount, reasonCode, facts, ref, actor, condition } = decision;
  const at = clock.now();
  const id = newId(random, 'hld');
  const reviewBy = reviewDate(at, decision.reviewDays);
  requireReference(decision);
  requirePeriodAllowed(await blockedMoneyPeriods(deps, shopId), { since: at, until: reviewBy }, decision);
  const statementId = await issueHoldStatement(deps, decision, { id, reviewBy });
  const appealUrl = appealTo(statementId);
  const row = await insertOne(tx, holds, {
    id,
    shopId,
    amount,
    reasonCode,
    text: facts,
    ref,
    statementId,
    appealUrl,
    since: at,
    reviewBy,
    releaseAt: reviewBy,
    condition,
  });
  await postHold(tx, row, { actor, at, reason: reasonCode });
  await notifyHold(tx, { kind: 'hold_placed', hold: row, at });
  return row;
}

// A withdrawal's hold is not open to decisions: it ends with a step of the withdrawal, or both would release the money.
const decidableHolds = inArray(holds.reasonCode, [...holdReasons]);

const lockOpenHold = async (deps: Deps, id: string): Promise<HoldRow> => {
  const open = and(eq(holds.id, id), isNull(holds.releasedAt), decidableHolds);
  const [row] = await deps.db.select().from(holds).where(open).for('update');
  if (!row) throw refuse(codes.recordNotFound, { field: 'hold' });
  return row;
};

/**
 * Releases a hold: its amount returns to the balance.
 * @throws Refusal 404 where no such hold is open
 */
export async function releaseHold(deps: Deps, id: string, actor: string, reason: string): Promise<HoldRow> {
  const { db: tx, clock } = deps;
  const hold = await lockOpenHold(deps, id);
  const at = clock.now();
  await postRelease(tx, hold, { actor, at, reason });
  await tx.update(holds).set({ releasedAt: at }).where(eq(holds.id, id));
  await notifyReleased(tx, { hold, reason, at });
  return { ...hold, releasedAt: at };
}

/**
 * Renews a hold for another period: each renewal needs a new statement, and their number is limited.
 * @throws Refusal 404 where no such hold is open; 203 `too_early`, or `too_often` by the number of renewals or of days;
 *   403 `legal_reference` for `legal` without an authority's order; 405 for less than one day or more than 14
 */
export async function renewHold(
  deps: Deps,
  id: string,
  renewal: Pick<HoldDecision, 'facts' | 'rule' | 'actor' | 'reviewDays' | 'legalReference'>,
): Promise<HoldRow> {
  const at = deps.clock.now();
  const hold = await lockOpenHold(deps, id);
  const { shopId, reviewBy: end } = hold;
  const reviewBy = reviewDate(at, renewal.reviewDays);
  const reasonCode = holdReasons.find((code) => code === hold.reasonCode) ?? 'risk';
  requireReference({ reasonCode, legalReference: renewal.legalReference });
  requireRenewable({ renewals: await renewalsOf(deps.db, id), reviewBy: end, at }, renewal);
  requirePeriodAllowed(await blockedMoneyPeriods(deps, shopId), { since: at, until: reviewBy }, renewal);
  const statementId = await issueHoldStatement(deps, { ...renewal, shopId, reasonCode }, { id, reviewBy });
  const change = {
    statementId,
    text: renewal.facts,
    reviewBy,
    releaseAt: reviewBy,
    appealUrl: appealTo(statementId),
  };
  await deps.db.update(holds).set(change).where(eq(holds.id, id));
  const renewed = { ...hold, ...change };
  await notifyHold(deps.db, { kind: 'hold_renewed', hold: renewed, at });
  return renewed;
}

const isDue = (now: Date) => and(isNull(holds.releasedAt), decidableHolds, lte(holds.reviewBy, now));

/** Ends every hold that has reached its review date without a renewal. */
export const holdsDue = dueWork({
  name: 'hold',
  due: (now) => ({ id: holds.id, at: holds.reviewBy, where: isDue(now) }),
  handle: async (deps, id) => {
    const due = and(eq(holds.id, id), isDue(deps.clock.now()));
    const [row] = await deps.db.select({ id: holds.id }).from(holds).where(due).for('update');
    // Renewed or released after it was selected.
    if (!row) return false;
    await releaseHold(deps, id, 'system', 'review_date_passed');
    return true;
  },
});

type HeldAmount = Pick<HoldRow, 'id' | 'shopId' | 'amount'>;

interface Cause {
  actor: string;
  at: Date;
  reason: string;
}

/**
 * Posts that an amount is on hold: it leaves the balance.
 * @throws Refusal 424 where the balance is lower
 */
export async function postHold(
  tx: Database,
  { id, shopId, amount }: HeldAmount,
  cause: Cause,
): Promise<void> {
  const entries = move(availableOf(shopId), frozenOf(shopId), amount);
  await post(tx, { ...cause, kind: 'hold', ref: id, shopId, entries });
}

/** Posts that a hold has ended: its amount returns to the balance. */
export async function postRelease(
  tx: Database,
  { id, shopId, amount }: HeldAmount,
  cause: Cause,
): Promise<void> {
  const entries = move(frozenOf(shopId), availableOf(shopId), amount);
  await post(tx, { ...cause, kind: 'hold_release', ref: id, shopId, entries });
}

/** Notifies a shop that an amount is on hold, or stays so: why, and by when it is reviewed. */
const notifyHold = (
  tx: Database,
  { kind, hold, at }: { kind: 'hold_placed' | 'hold_renewed'; hold: HoldRow; at: Date },
): Promise<void> => {
  const { id, shopId, amount, reasonCode: reason, reviewBy } = hold;
  const params = { amount: formatMoney(amount), reason, reviewBy: reviewBy.toISOString() };
  return notify(tx, { shopId, kind, params, id, at });
};

/** Notifies a shop that an amount is back in its balance. */
const notifyReleased = (
  tx: Database,
  { hold, reason, at }: { hold: HoldRow; reason: string; at: Date },
): Promise<void> => {
  const params = { amount: formatMoney(hold.amount), reason };
  return notify(tx, { shopId: hold.shopId, kind: 'hold_released', params, id: hold.id, at });
};
