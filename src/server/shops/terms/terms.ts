import { desc, eq, lte, max, min, sql } from 'drizzle-orm';
import { parseMoney } from '../../../contract/money.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { shops } from '../../schema/shops.ts';
import { operatorTerms, shopTerms, type Terms } from '../../schema/terms.ts';

export type { Terms };

export interface TermsOfShop {
  now: Terms;
  /** Terms that were announced to the shop and do not apply yet. */
  next: (Terms & { from: Date }) | null;
}

/** Returns the terms among the limits. */
export const pickTerms = ({
  minimumWithdrawal,
  withdrawalFeePercent,
  withdrawalFeeMinimum,
  platformFeePercent,
  minimumDeposit,
  feeByLevel,
  depositByLevel,
}: Terms): Terms => ({
  minimumWithdrawal,
  withdrawalFeePercent,
  withdrawalFeeMinimum,
  platformFeePercent,
  minimumDeposit,
  feeByLevel,
  depositByLevel,
});

/** Figures of terms, some of them one for each level. */
type Figures = { [name: string]: string | Record<string, string> };
type Flat = Record<string, string>;

const isRaised = (from: string, to: string): boolean => parseMoney(to) > parseMoney(from);

const lowestFlat = <T extends Flat>(old: T, announced: T): T =>
  Object.fromEntries(
    Object.entries(announced).map(([name, to]) => {
      const from = old[name] ?? to;
      return [name, isRaised(from, to) ? from : to];
    }),
  ) as T;

/** Returns the lower of two sets, figure by figure: a decrease applies at once, a raise on its date. */
const lowest = (old: Terms, announced: Terms): Terms => {
  const { feeByLevel, depositByLevel, ...figures } = announced;
  const { feeByLevel: oldFees, depositByLevel: oldDeposits, ...oldFigures } = old;
  return {
    ...lowestFlat(oldFigures, figures),
    feeByLevel: lowestFlat(oldFees, feeByLevel),
    depositByLevel: lowestFlat(oldDeposits, depositByLevel),
  };
};

/** Returns whether two sets of figures are equal as amounts. */
export const isSame = (one: Figures, other: Figures): boolean =>
  Object.entries(one).every(([name, figure]) => {
    const counterpart = other[name];
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

/** Returns the terms that hold for a shop now, and those that were announced to it. */
export async function termsOf({ db, clock, config }: Deps, shopId: string): Promise<TermsOfShop> {
  const [row] = await db
    .select()
    .from(shopTerms)
    .where(eq(shopTerms.shopId, shopId))
    .orderBy(desc(shopTerms.termsSeq))
    .limit(1);
  if (!row) {
    // Without an announcement the configured figures apply.
    const opening = await termsAtOpening(db, shopId);
    return { now: opening?.terms ?? pickTerms(config.limits), next: null };
  }
  const announced = row.terms;
  if (row.raisedFrom <= clock.now()) return { now: announced, next: null };
  const now = lowest(row.oldTerms, announced);
  return { now, next: isSame(now, announced) ? null : { ...announced, from: row.raisedFrom } };
}

/** Returns the configuration with the terms that hold for a shop now among its limits. */
export async function configForShop(deps: Deps, shopId: string): Promise<Config> {
  const { now } = await termsOf(deps, shopId);
  return { ...deps.config, limits: { ...deps.config.limits, ...now } };
}
