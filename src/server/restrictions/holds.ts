import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after, day } from '../clock.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { newId } from '../ids.ts';
import { availableOf, frozenOf } from '../ledger/account-names.ts';
import { move, post } from '../ledger/ledger.ts';
import { Refusal, refuse } from '../refuse.ts';
import { holds } from '../schema/restrictions.ts';
import { tellHold, tellReleased } from './hold-notices.ts';
import { appealTo, stateReasons } from './statements.ts';

type HoldDeps = Pick<Deps, 'db' | 'clock' | 'random'>;
export type HoldRow = typeof holds.$inferSelect;

/** Holds the platform decides on; a withdrawal under way is held too, but ends by its own steps. */
export const holdReasons = ['dispute', 'legal', 'risk'] as const;
export type HoldReason = (typeof holdReasons)[number];

export interface HoldDecision {
  shopId: string;
  amount: bigint;
  reasonCode: HoldReason;
  facts: string;
  rule: string;
  ref: string;
  actor: string;
  reviewDays: number;
  condition?: string;
}

/** A hold is looked at again within 14 days, or it ends. */
export const longestReview = 14;

type Reasons = Pick<HoldDecision, 'shopId' | 'reasonCode' | 'facts' | 'rule' | 'actor'>;

const stateHold = (
  deps: HoldDeps,
  { shopId, reasonCode, facts, rule, actor }: Reasons,
  { id, reviewBy }: Pick<HoldRow, 'id' | 'reviewBy'>,
): Promise<string> => {
  const dates = { until: reviewBy, reviewBy };
  return stateReasons(deps, {
    shopId,
    kind: `hold_${reasonCode}`,
    facts,
    rule,
    actor,
    subject: id,
    ...dates,
  });
};

/** Sets money of a shop aside, with its statement of reasons and the date by which it is reviewed or ends. */
export async function placeHold(deps: HoldDeps, decision: HoldDecision): Promise<HoldRow> {
  const { db: tx, clock, random } = deps;
  const { shopId, amount, reasonCode, facts, ref, actor } = decision;
  if (decision.reviewDays < 1 || decision.reviewDays > longestReview) {
    throw refuse(codes.invalidParameter, { field: 'reviewDays', params: { max: longestReview } });
  }
  const at = clock.now();
  const id = newId(random, 'hld');
  const reviewBy = after(at, decision.reviewDays * day);
  const statementId = await stateHold(deps, decision, { id, reviewBy });
  const appealUrl = appealTo(statementId);
  const [row] = await tx
    .insert(holds)
    .values({
      ...{ id, shopId, amount, reasonCode, text: facts, ref, statementId, appealUrl, since: at, reviewBy },
      ...(decision.condition ? { condition: decision.condition } : { releaseAt: reviewBy }),
    })
    .returning();
  if (!row) throw new Error('the hold was not stored');
  const entries = move(availableOf(shopId), frozenOf(shopId), amount);
  await post(tx, { kind: 'hold', ref: id, shopId, actor, at, entries, reason: reasonCode });
  await tellHold(tx, { kind: 'hold_placed', hold: row, at });
  return row;
}

// A withdrawal's hold is not decided on: it ends with a step of the withdrawal, or both would give the money back.
const decidedOn = inArray(holds.reasonCode, [...holdReasons]);

const lockOpen = async (deps: HoldDeps, id: string): Promise<HoldRow> => {
  const open = and(eq(holds.id, id), isNull(holds.releasedAt), decidedOn);
  const [row] = await deps.db.select().from(holds).where(open).for('update');
  if (!row) throw refuse(codes.recordNotFound, { field: 'hold' });
  return row;
};

/** Gives held money back to the balance. */
export async function releaseHold(
  deps: HoldDeps,
  id: string,
  actor: string,
  reason: string,
): Promise<HoldRow> {
  const { db: tx, clock } = deps;
  const hold = await lockOpen(deps, id);
  const at = clock.now();
  const entries = move(frozenOf(hold.shopId), availableOf(hold.shopId), hold.amount);
  await post(tx, { kind: 'hold_release', ref: id, shopId: hold.shopId, actor, at, entries, reason });
  await tx.update(holds).set({ releasedAt: at }).where(eq(holds.id, id));
  await tellReleased(tx, { hold, reason, at });
  return { ...hold, releasedAt: at };
}

/** Keeps a hold for another term: only with a new statement, never by silence. */
export async function renewHold(
  deps: HoldDeps,
  id: string,
  renewal: Pick<HoldDecision, 'facts' | 'rule' | 'actor' | 'reviewDays'>,
): Promise<HoldRow> {
  const hold = await lockOpen(deps, id);
  const days = Math.min(longestReview, Math.max(1, renewal.reviewDays));
  const reviewBy = after(deps.clock.now(), days * day);
  const reasonCode = holdReasons.find((code) => code === hold.reasonCode) ?? 'risk';
  const reasons = { ...renewal, shopId: hold.shopId, reasonCode };
  const statementId = await stateHold(deps, reasons, { id, reviewBy });
  const change = { statementId, text: renewal.facts, reviewBy, appealUrl: appealTo(statementId) };
  await deps.db
    .update(holds)
    .set({ ...change, releaseAt: hold.releaseAt && reviewBy })
    .where(eq(holds.id, id));
  const renewed = { ...hold, ...change };
  await tellHold(deps.db, { kind: 'hold_renewed', hold: renewed, at: deps.clock.now() });
  return renewed;
}

/** Ends every hold whose review date has come without a renewal. */
export async function expireHolds(deps: HoldDeps): Promise<number> {
  const now = deps.clock.now();
  const passed = or(lte(holds.reviewBy, now), lte(holds.releaseAt, now));
  const due = await deps.db
    .select({ id: holds.id })
    .from(holds)
    .where(and(isNull(holds.releasedAt), decidedOn, passed))
    .orderBy(asc(holds.id));
  let ended = 0;
  for (const { id } of due) {
    const release = inTransaction(deps.db, (tx) =>
      releaseHold({ ...deps, db: tx }, id, 'system', 'review_date_passed'),
    );
    // Released meanwhile: then somebody was faster.
    const done = await release.catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (done) ended += 1;
  }
  return ended;
}
