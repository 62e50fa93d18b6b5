import { and, asc, eq, isNull, lte, type SQL } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after, day } from '../clock.ts';
import type { Basics, DueDeps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import { restrictions } from '../schema/restrictions.ts';
import { lockShop } from '../shop/shop-row.ts';
import { restoreListing } from '../showcase/showcase-restore.ts';
import { longestReview } from './holds.ts';
import { tellRestriction } from './restriction-notices.ts';
import { inForce, type RestrictionKind, type RestrictionRow } from './restrictions.ts';
import { statementLinks } from './statement-links.ts';
import { stateReasons } from './statements.ts';

export interface RestrictionDecision {
  shopId: string;
  kind: RestrictionKind;
  facts: string;
  rule: string;
  actor: string;
  reviewDays: number;
  /** The listing that is meant, where it is not the whole shop. */
  subject?: string;
}

type Renewal = Pick<RestrictionDecision, 'facts' | 'rule' | 'actor' | 'reviewDays'>;

function reviewDate(at: Date, days: number): Date {
  if (days < 1 || days > longestReview)
    throw refuse(codes.invalidParameter, { field: 'days', params: { max: longestReview } });
  return after(at, days * day);
}

/**
 * Restricts a shop, with its statement of reasons: until the review date, when it ends unless it was renewed.
 * @throws Refusal 203 where the same restriction is in force already; 405 for a review later than 14 days on
 */
export async function restrict(deps: Basics, decision: RestrictionDecision): Promise<RestrictionRow> {
  const { db: tx, clock, random } = deps;
  const { shopId, kind, facts, rule, actor, subject } = decision;
  const at = clock.now();
  const reviewBy = reviewDate(at, decision.reviewDays);
  await lockShop(tx, shopId);
  const same = subject === undefined ? isNull(restrictions.subject) : eq(restrictions.subject, subject);
  const [there] = await tx
    .select({ id: restrictions.id })
    .from(restrictions)
    .where(and(inForce(shopId, at), eq(restrictions.kind, kind), same));
  if (there) throw refuse(codes.invalidOperation, { reason: 'restricted_already' });
  // Whoever reads the restriction later may be unable to write the key that its file's link is signed with.
  await statementLinks(deps);
  const id = newId(random, 'res');
  const dates = { until: reviewBy, reviewBy };
  const statementId = await stateReasons(deps, { shopId, kind, facts, rule, actor, subject: id, ...dates });
  const [row] = await tx
    .insert(restrictions)
    .values({ id, shopId, kind, subject, statementId, since: at, ...dates })
    .returning();
  if (!row) throw new Error('the restriction was not stored');
  await tellRestriction(tx, { kind: 'restriction_placed', restriction: row, at });
  return row;
}

async function lockInForce({ db, clock }: Basics, where: SQL | undefined): Promise<RestrictionRow> {
  const [row] = await db
    .select()
    .from(restrictions)
    .where(and(where, isNull(restrictions.liftedAt)))
    .for('update');
  if (!row || row.reviewBy <= clock.now()) throw refuse(codes.recordNotFound, { field: 'restriction' });
  return row;
}

/** Keeps a restriction for another term: only with a new statement, never by silence. */
export async function renewRestriction(
  deps: Basics,
  id: string,
  { facts, rule, actor, reviewDays }: Renewal,
): Promise<RestrictionRow> {
  const before = await lockInForce(deps, eq(restrictions.id, id));
  const reviewBy = reviewDate(deps.clock.now(), reviewDays);
  const dates = { until: reviewBy, reviewBy };
  const { shopId, kind } = before;
  const statementId = await stateReasons(deps, { shopId, kind, facts, rule, actor, subject: id, ...dates });
  const change = { statementId, ...dates };
  await deps.db.update(restrictions).set(change).where(eq(restrictions.id, id));
  const restriction = { ...before, ...change };
  await tellRestriction(deps.db, { kind: 'restriction_renewed', restriction, at: deps.clock.now() });
  return restriction;
}

async function end(deps: Basics, row: RestrictionRow, by: string, reason: string): Promise<RestrictionRow> {
  const at = deps.clock.now();
  const restriction = { ...row, liftedAt: at, liftedBy: by, liftReason: reason };
  const { liftedAt, liftedBy, liftReason } = restriction;
  await deps.db
    .update(restrictions)
    .set({ liftedAt, liftedBy, liftReason })
    .where(eq(restrictions.id, row.id));
  if (row.subject) await restoreListing(deps, row.subject);
  await tellRestriction(deps.db, { kind: 'restriction_ended', restriction, at });
  return restriction;
}

/** Ends a restriction before its date. */
export async function liftRestriction(
  deps: Basics,
  id: string,
  by: string,
  reason: string,
): Promise<RestrictionRow> {
  return end(deps, await lockInForce(deps, eq(restrictions.id, id)), by, reason);
}

const isDue = (now: Date) => and(isNull(restrictions.liftedAt), lte(restrictions.reviewBy, now));

async function expire(deps: Basics, id: string): Promise<number> {
  const due = and(eq(restrictions.id, id), isDue(deps.clock.now()));
  const [row] = await deps.db.select().from(restrictions).where(due).for('update');
  // Renewed, lifted, or ended by another process since it was found.
  if (!row) return 0;
  await end(deps, row, 'system', 'review_date_passed');
  return 1;
}

/** Ends every restriction whose review date has come without a renewal. */
export async function runRestrictionsDue(deps: DueDeps): Promise<number> {
  const due = await deps.db
    .select({ id: restrictions.id })
    .from(restrictions)
    .where(isDue(deps.clock.now()))
    .orderBy(asc(restrictions.id));
  let ended = 0;
  for (const { id } of due) ended += await inTransaction(deps.db, (tx) => expire({ ...deps, db: tx }, id));
  return ended;
}
