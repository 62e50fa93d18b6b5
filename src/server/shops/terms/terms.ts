import { and, desc, eq, isNotNull, lte, max, min, sql } from 'drizzle-orm';
import { parseMoney } from '../../../contract/money.ts';
import type { Config } from '../../platform/config/config.ts';
import { timingWithPeriods } from '../../platform/config/timing.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { shops } from '../../schema/shops.ts';
import {
  type FeeTerms,
  feeTermNames,
  operatorTerms,
  type ServiceTerms,
  serviceTermNames,
  shopTerms,
  type Terms,
} from '../../schema/terms.ts';

export type { Terms };

export interface TermsOfShop {
  now: Terms;
  /** Terms that were announced to the shop and do not apply yet. */
  next: (Terms & { from: Date }) | null;
}

const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

/** Returns the fees and minimums among the limits. */
export const pickFeeTerms = (limits: FeeTerms): FeeTerms => pick(limits, feeTermNames);

/** Returns the periods and numbers of goods among the limits. */
export const pickServiceTerms = (limits: ServiceTerms): ServiceTerms => pick(limits, serviceTermNames);

/** Returns the terms among the limits. */
export const pickTerms = (limits: Terms): Terms => ({ ...pickFeeTerms(limits), ...pickServiceTerms(limits) });

type Figure = string | number;
/** Figures of terms, some of them one for each level. */
type Figures = { [name: string]: Figure | Record<string, Figure> };

const isRaised = (from: string, to: string): boolean => parseMoney(to) > parseMoney(from);

const lowerAmounts = <T extends Record<string, string>>(old: T, announced: T): T =>
  Object.fromEntries(
    Object.entries(announced).map(([name, to]) => {
      const from = old[name] ?? to;
      return [name, isRaised(from, to) ? from : to];
    }),
  ) as T;

const lowerFees = (old: FeeTerms, announced: FeeTerms): FeeTerms => {
  const { feeByLevel, depositByLevel, ...figures } = announced;
  const { feeByLevel: oldFees, depositByLevel: oldDeposits, ...oldFigures } = old;
  return {
    ...lowerAmounts(oldFigures, figures),
    feeByLevel: lowerAmounts(oldFees, feeByLevel),
    depositByLevel: lowerAmounts(oldDeposits, depositByLevel),
  };
};

// A merchant acts within the first two periods, and waits for the end of the other three.
const betterServiceTerms = (old: ServiceTerms, announced: ServiceTerms): ServiceTerms => ({
  payByHours: Math.max(old.payByHours, announced.payByHours),
  afterSaleHours: Math.max(old.afterSaleHours, announced.afterSaleHours),
  autoAcceptDays: Math.min(old.autoAcceptDays, announced.autoAcceptDays),
  returnWindowDays: Math.min(old.returnWindowDays, announced.returnWindowDays),
  appealDays: Math.min(old.appealDays, announced.appealDays),
  goodsByLevel: {
    shop: Math.max(old.goodsByLevel.shop, announced.goodsByLevel.shop),
    merchant: Math.max(old.goodsByLevel.merchant, announced.goodsByLevel.merchant),
    agent: Math.max(old.goodsByLevel.agent, announced.goodsByLevel.agent),
    partner: Math.max(old.goodsByLevel.partner, announced.goodsByLevel.partner),
  },
});

/** Returns what is better for a merchant of two sets, figure by figure: it applies at once, and the rest on its date. */
const betterTerms = (old: Terms, announced: Terms): Terms => ({
  ...lowerFees(pickFeeTerms(old), pickFeeTerms(announced)),
  ...betterServiceTerms(old, announced),
});

/** Returns whether two sets of figures are equal; texts are compared as amounts. */
export const isSame = (one: Figures, other: Figures): boolean =>
  Object.entries(one).every(([name, figure]) => {
    const counterpart = other[name];
    if (typeof figure === 'number') return figure === counterpart;
    if (typeof figure === 'string')
      return typeof counterpart === 'string' && parseMoney(figure) === parseMoney(counterpart);
    return typeof counterpart === 'object' && isSame(figure, counterpart);
  });

/** Returns the terms that a shop was opened with: the last that were announced by then, or the first of all. */
export async function termsAtOpening(db: Database, shopId: string) {
  const openedAt = db.select({ at: shops.createdAt }).from(shops).where(eq(shops.id, shopId));
  const byThen = db
    .select({ seq: max(operatorTerms.seq) })
    .from(operatorTerms)
    .where(lte(operatorTerms.announcedAt, openedAt));
  const first = db.select({ seq: min(operatorTerms.seq) }).from(operatorTerms);
  const [row] = await db
    .select()
    .from(operatorTerms)
    .where(eq(operatorTerms.seq, sql`coalesce((${byThen}), (${first}))`));
  return row;
}

/** Returns the service terms that were announced first, which hold for shops with rows of builds that knew none. */
async function firstServiceTerms(db: Database): Promise<ServiceTerms | null> {
  const [row] = await db
    .select({ first: operatorTerms.serviceTerms })
    .from(operatorTerms)
    .where(isNotNull(operatorTerms.serviceTerms))
    .orderBy(operatorTerms.seq)
    .limit(1);
  return row?.first ?? null;
}

/** Completes stored fees with the service terms of the same row, or those that hold where it has none. */
async function completeTerms(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  fees: FeeTerms,
  stored: ServiceTerms | null,
): Promise<Terms> {
  const service = stored ?? (await firstServiceTerms(db)) ?? pickServiceTerms(config.limits);
  return { ...fees, ...service };
}

/** Returns the terms that hold for a shop at a moment, now by default, and those that were announced to it by then. */
export async function termsOf(deps: Deps, shopId: string, at = deps.clock.now()): Promise<TermsOfShop> {
  const { db, config } = deps;
  const [row] = await db
    .select()
    .from(shopTerms)
    .where(and(eq(shopTerms.shopId, shopId), lte(shopTerms.announcedAt, at)))
    .orderBy(desc(shopTerms.termsSeq))
    .limit(1);
  if (!row) {
    // Without an announcement the configured figures apply.
    const opening = await termsAtOpening(db, shopId);
    if (!opening) return { now: pickTerms(config.limits), next: null };
    return { now: await completeTerms(deps, opening.terms, opening.serviceTerms), next: null };
  }
  const announced = await completeTerms(deps, row.terms, row.serviceTerms);
  if (row.raisedFrom <= at) return { now: announced, next: null };
  const now = betterTerms(await completeTerms(deps, row.oldTerms, row.oldServiceTerms), announced);
  return { now, next: isSame(now, announced) ? null : { ...announced, from: row.raisedFrom } };
}

/** Returns a configuration with the limits of these terms, and the timing that follows from them. */
export const configWithTerms = (config: Config, terms: Terms): Config => ({
  ...config,
  limits: { ...config.limits, ...terms },
  timing: timingWithPeriods(config, terms),
});

/** Returns the configuration with the terms that hold for a shop now. */
export async function configForShop(deps: Deps, shopId: string): Promise<Config> {
  const { now } = await termsOf(deps, shopId);
  return configWithTerms(deps.config, now);
}

/**
 * Returns the configuration with the terms that hold for an order: those of the day on which it was placed, and those of
 * now where they are better.
 */
export async function configForOrder(
  deps: Deps,
  { shopId, createdAt }: { shopId: string; createdAt: Date },
): Promise<Config> {
  const { now: placed } = await termsOf(deps, shopId, createdAt);
  const { now } = await termsOf(deps, shopId);
  return configWithTerms(deps.config, betterTerms(placed, now));
}
