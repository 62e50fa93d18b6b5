import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import { holdReasons, holds, restrictions } from '../../schema/restrictions.ts';
import type { RestrictionKind } from './restrictions.ts';
import { countedFrom, type Period } from './review-periods.ts';

/** Restrictions that block a merchant's access to the shop's own money. */
const moneyRestrictions: readonly RestrictionKind[] = [
  'account_disabled',
  'page_closed',
  'sign_in_refused',
  'wallet_frozen',
  'withdrawal_prohibited',
];

type PeriodDeps = Pick<Deps, 'db' | 'clock'>;

async function restrictionPeriods(
  { db, clock }: PeriodDeps,
  shopId: string,
  { kinds, subject }: { kinds: readonly RestrictionKind[]; subject?: string },
): Promise<Period[]> {
  const about = subject === undefined ? undefined : eq(restrictions.subject, subject);
  const recent = or(isNull(restrictions.liftedAt), gt(restrictions.liftedAt, countedFrom(clock.now())));
  const periods = await db
    .select({ since: restrictions.since, reviewBy: restrictions.reviewBy, liftedAt: restrictions.liftedAt })
    .from(restrictions)
    .where(and(eq(restrictions.shopId, shopId), inArray(restrictions.kind, [...kinds]), about, recent));
  return periods.map(({ since, reviewBy, liftedAt }) => ({ since, until: liftedAt ?? reviewBy }));
}

async function holdPeriods({ db, clock }: PeriodDeps, shopId: string): Promise<Period[]> {
  const recent = or(isNull(holds.releasedAt), gt(holds.releasedAt, countedFrom(clock.now())));
  const periods = await db
    .select({ since: holds.since, reviewBy: holds.reviewBy, releasedAt: holds.releasedAt })
    .from(holds)
    .where(and(eq(holds.shopId, shopId), inArray(holds.reasonCode, [...holdReasons]), recent));
  return periods.map(({ since, reviewBy, releasedAt }) => ({ since, until: releasedAt ?? reviewBy }));
}

/**
 * Returns the recent and current periods in which decisions blocked a shop's access to its own money: holds and
 * restrictions count together, or one could follow the other without end.
 */
export const blockedMoneyPeriods = async (deps: PeriodDeps, shopId: string): Promise<Period[]> => [
  ...(await restrictionPeriods(deps, shopId, { kinds: moneyRestrictions })),
  ...(await holdPeriods(deps, shopId)),
];

/** Returns the periods that count together with a restriction: all that blocked money, or those of the same kind. */
export const relatedPeriods = (
  deps: PeriodDeps,
  { shopId, kind, subject }: { shopId: string; kind: RestrictionKind; subject?: string },
): Promise<Period[]> =>
  moneyRestrictions.includes(kind)
    ? blockedMoneyPeriods(deps, shopId)
    : restrictionPeriods(deps, shopId, { kinds: [kind], subject });
