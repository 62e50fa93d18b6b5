import { and, eq, isNull, lte } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { type Database, insertOne } from '../../platform/database/db.ts';
import { dueWork } from '../../platform/due-work.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { restrictions } from '../../schema/restrictions.ts';
import { type GoodsRow, hasCostChanged, pieceCost } from '../goods/catalog.ts';
import { notify } from '../notices/notify.ts';
import { lockShop } from '../shop-row.ts';
import { relatedPeriods } from './blocked-periods.ts';
import { inForce, type RestrictionKind, type RestrictionRow } from './restrictions.ts';
import { requirePeriodAllowed, requireRenewable, reviewDate } from './review-periods.ts';
import { statementLinks } from './statement-links.ts';
import { issueStatement, renewalsOf, withReference } from './statements.ts';

interface RestrictionNotice {
  kind: 'restriction_placed' | 'restriction_renewed' | 'restriction_ended';
  restriction: RestrictionRow;
  at: Date;
}

/** Notifies a shop of a restriction on all of it; a restriction on one listing has a notice of its goods instead. */
async function notifyRestriction(tx: Database, { kind, restriction, at }: RestrictionNotice): Promise<void> {
  const { id, shopId, kind: measure, reviewBy, statementId, subject } = restriction;
  if (subject !== null) return;
  if (kind === 'restriction_ended') return notify(tx, { shopId, kind, params: { measure }, id, at });
  const params = { measure, reviewBy: reviewBy.toISOString() };
  return notify(tx, { shopId, kind, params, id, statementId, at });
}

type Listing = typeof showcase.$inferSelect;

const currentUnlistReason = (listing: Listing, article: GoodsRow): Listing['unlistReason'] => {
  if (article.withdrawnAt) return 'goods_withdrawn';
  if (article.stock === 0) return 'stock_out';
  return hasCostChanged(pieceCost(article), listing.listedCost) ? 'cost_change' : null;
};

/** Restores a listing that the platform had unlisted; changes since then keep it unlisted, with their own reason. */
async function restoreListing({ db: tx, clock }: Deps, id: string): Promise<void> {
  const [row] = await tx
    .select({ listing: showcase, article: goods })
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .where(and(eq(showcase.id, id), eq(showcase.unlistReason, 'policy')));
  if (!row) return;
  const { shopId } = row.listing;
  const { closingAt } = await lockShop(tx, shopId);
  const at = clock.now();
  // A closing shop unlists everything, which includes this listing.
  const unlistReason = closingAt ? 'merchant' : currentUnlistReason(row.listing, row.article);
  const isRestored = unlistReason === null;
  await tx
    .update(showcase)
    .set({
      status: isRestored ? 'listed' : 'unlisted',
      unlistReason,
      statementId: null,
      ...(isRestored ? { unlistedAt: null, listedAt: at } : {}),
    })
    .where(and(eq(showcase.id, id), eq(showcase.unlistReason, 'policy')));
  const params = { goods: row.article.id };
  if (isRestored) await notify(tx, { shopId, kind: 'goods_restored', params, at });
}

export interface RestrictionDecision {
  shopId: string;
  kind: RestrictionKind;
  facts: string;
  rule: string;
  actor: string;
  reviewDays: number;
  /** The restricted listing, where it is not the whole shop. */
  subject?: string;
  /** The order of an authority, which every long restriction needs. */
  legalReference?: string;
}

type Renewal = Pick<RestrictionDecision, 'facts' | 'rule' | 'actor' | 'reviewDays' | 'legalReference'>;

/**
 * Restricts a shop, with its statement of reasons; ends at the review date unless it is renewed.
 * @throws Refusal 203 `restricted_already` where the same restriction is in force, `too_often` where it would block the
 *   shop for more than 42 of 90 days; 405 for less than one day or more than 14
 */
export async function restrict(deps: Deps, decision: RestrictionDecision): Promise<RestrictionRow> {
  const { db: tx, clock, random } = deps;
  const { shopId, kind, rule, actor, subject } = decision;
  const facts = withReference(decision.facts, decision.legalReference);
  const at = clock.now();
  const reviewBy = reviewDate(at, decision.reviewDays);
  await lockShop(tx, shopId);
  const sameSubject =
    subject === undefined ? isNull(restrictions.subject) : eq(restrictions.subject, subject);
  const [existing] = await tx
    .select({ id: restrictions.id })
    .from(restrictions)
    .where(and(inForce(shopId, at), eq(restrictions.kind, kind), sameSubject));
  if (existing) throw refuse(codes.invalidOperation, { reason: 'restricted_already' });
  requirePeriodAllowed(await relatedPeriods(deps, decision), { since: at, until: reviewBy }, decision);
  // Creates the key of the file's link now, since a later reader of the restriction may be unable to store it.
  await statementLinks(deps);
  const id = newId(random, 'res');
  const dates = { until: reviewBy, reviewBy };
  const statementId = await issueStatement(deps, { shopId, kind, facts, rule, actor, subject: id, ...dates });
  const row = await insertOne(tx, restrictions, {
    id,
    shopId,
    kind,
    subject,
    statementId,
    since: at,
    ...dates,
  });
  await notifyRestriction(tx, { kind: 'restriction_placed', restriction: row, at });
  return row;
}

async function lockInForce({ db, clock }: Deps, id: string): Promise<RestrictionRow> {
  const [row] = await db
    .select()
    .from(restrictions)
    .where(and(eq(restrictions.id, id), isNull(restrictions.liftedAt)))
    .for('update');
  if (!row || row.reviewBy <= clock.now()) throw refuse(codes.recordNotFound, { field: 'restriction' });
  return row;
}

/**
 * Renews a restriction for another period: each renewal needs a new statement, and their number is limited.
 * @throws Refusal 404 where it is not in force; 203 `too_early`, or `too_often` by the number of renewals or of days; 405
 *   for less than one day or more than 14
 */
export async function renewRestriction(deps: Deps, id: string, renewal: Renewal): Promise<RestrictionRow> {
  const { rule, actor, reviewDays, legalReference } = renewal;
  const at = deps.clock.now();
  const current = await lockInForce(deps, id);
  const reviewBy = reviewDate(at, reviewDays);
  requireRenewable({ renewals: await renewalsOf(deps.db, id), reviewBy: current.reviewBy, at }, renewal);
  const renewed = { ...current, subject: current.subject ?? undefined };
  requirePeriodAllowed(await relatedPeriods(deps, renewed), { since: at, until: reviewBy }, renewal);
  const facts = withReference(renewal.facts, legalReference);
  const dates = { until: reviewBy, reviewBy };
  const { shopId, kind } = current;
  const statementId = await issueStatement(deps, { shopId, kind, facts, rule, actor, subject: id, ...dates });
  const change = { statementId, ...dates };
  await deps.db.update(restrictions).set(change).where(eq(restrictions.id, id));
  const restriction = { ...current, ...change };
  await notifyRestriction(deps.db, { kind: 'restriction_renewed', restriction, at });
  return restriction;
}

async function endRestriction(
  deps: Deps,
  row: RestrictionRow,
  actor: string,
  reason: string,
): Promise<RestrictionRow> {
  const at = deps.clock.now();
  const restriction = { ...row, liftedAt: at, liftedBy: actor, liftReason: reason };
  const { liftedAt, liftedBy, liftReason } = restriction;
  await deps.db
    .update(restrictions)
    .set({ liftedAt, liftedBy, liftReason })
    .where(eq(restrictions.id, row.id));
  if (row.subject) await restoreListing(deps, row.subject);
  await notifyRestriction(deps.db, { kind: 'restriction_ended', restriction, at });
  return restriction;
}

/**
 * Ends a restriction before its date.
 * @throws Refusal 404 where it is not in force
 */
export async function liftRestriction(
  deps: Deps,
  id: string,
  actor: string,
  reason: string,
): Promise<RestrictionRow> {
  return endRestriction(deps, await lockInForce(deps, id), actor, reason);
}

const isDue = (now: Date) => and(isNull(restrictions.liftedAt), lte(restrictions.reviewBy, now));

/** Ends every restriction that has reached its review date without a renewal. */
export const restrictionsDue = dueWork({
  name: 'restriction',
  due: (now) => ({ id: restrictions.id, at: restrictions.reviewBy, where: isDue(now) }),
  handle: async (deps, id) => {
    const due = and(eq(restrictions.id, id), isDue(deps.clock.now()));
    const [row] = await deps.db.select().from(restrictions).where(due).for('update');
    // Renewed, lifted, or ended by another process after it was selected.
    if (!row) return false;
    await endRestriction(deps, row, 'system', 'review_date_passed');
    return true;
  },
});
