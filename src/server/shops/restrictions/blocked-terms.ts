import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import { holds, restrictions } from '../../schema/restrictions.ts';
import type { RestrictionKind } from './restrictions.ts';
import { countedFrom, type Term } from './review-terms.ts';

/** Reasons of holds that the platform decides on; a pending withdrawal is a hold too, but ends by its own steps. */
export const holdReasons = ['dispute', 'legal', 'risk'] as const;

/** Restrictions that block a merchant's access to the shop's own money. */
const moneyRestrictions: readonly RestrictionKind[] = [
  ...(['account_disabled', 'page_closed', 'sign_in_refused'] as const),
  ...(['wallet_frozen', 'withdrawal_prohibited'] as const),
];

async function restrictionTerms(
  { db, clock }: Deps,
  shopId: string,
  { kinds, subject }: { kinds: readonly RestrictionKind[]; subject?: string | undefined },
): Promise<Term[]> {
  const about = subject === undefined ? undefined : eq(restrictions.subject, subject);
  const recent = or(isNull(restrictions.liftedAt), gt(restrictions.liftedAt, countedFrom(clock.now())));
  const terms = await db
    .select({ since: restrictions.since, reviewBy: restrictions.reviewBy, liftedAt: restrictions.liftedAt })
    .from(restrictions)
    .where(and(eq(restrictions.shopId, shopId), inArray(restrictions.kind, [...kinds]), about, recent));
  return terms.map(({ since, reviewBy, liftedAt }) => ({ since, until: liftedAt ?? reviewBy }));
}

async function holdTerms({ db, clock }: Deps, shopId: string): Promise<Term[]> {
  const recent = or(isNull(holds.releasedAt), gt(holds.releasedAt, countedFrom(clock.now())));
  const terms = await db
    .select({ since: holds.since, reviewBy: holds.reviewBy, releasedAt: holds.releasedAt })
    .from(holds)
    .where(and(eq(holds.shopId, shopId), inArray(holds.reasonCode, [...holdReasons]), recent));
  return terms.map(({ since, reviewBy, releasedAt }) => ({ since, until: releasedAt ?? reviewBy }));
}

/**
 * Returns the recent and current terms in which decisions blocked a shop's access to its own money: holds and
 * restrictions count together, or one could follow the other without end.
 */
export const blockedMoneyTerms = async (deps: Deps, shopId: string): Promise<Term[]> => [
  ...(await restrictionTerms(deps, shopId, { kinds: moneyRestrictions })),
  ...(await holdTerms(deps, shopId)),
];

/** Returns the terms that count together with a restriction: all that blocked money, or those of the same kind. */
export const relatedTerms = (
  deps: Deps,
  { shopId, kind, subject }: { shopId: string; kind: RestrictionKind; subject?: string | undefined },
): Promise<Term[]> =>
  moneyRestrictions.includes(kind)
    ? blockedMoneyTerms(deps, shopId)
    : restrictionTerms(deps, shopId, { kinds: [kind], subject });
