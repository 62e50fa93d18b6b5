import { desc, eq, lte, max, min, sql } from 'drizzle-orm';
import { parseMoney } from '../../../contract/money.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { shops } from '../../schema/shops.ts';
import { feeTermNames, operatorTerms, shopTerms, type Terms } from '../../schema/terms.ts';

export type { Terms };

export interface TermsOfShop {
  now: Terms;
  /** Terms that were announced to the shop and do not apply yet. */
  next: (Terms & { from: Date }) | null;
}

/** Returns the terms among the limits. */
export const pickTerms = (limits: Terms): Terms =>
  Object.fromEntries(feeTermNames.map((name) => [name, limits[name]])) as Terms;

/** Figures of terms, some of them one for each level. */
type Figures = { [name: string]: string | Record<string, string> };

const isRaised = (from: string, to: string): boolean => parseMoney(to) > parseMoney(from);

const lowerAmounts = <T extends Record<string, string>>(old: T, announced: T): T =>
  Object.fromEntries(
    Object.entries(announced).map(([name, to]) => {
      const from = old[name] ?? to;
      return [name, isRaised(from, to) ? from : to];
    }),
  ) as T;

/** Returns what is lower of two sets, figure by figure: it applies at once, and the rest on its date. */
const lowerTerms = (old: Terms, announced: Terms): Terms => {
  const { feeByLevel, depositByLevel, ...figures } = announced;
  const { feeByLevel: oldFees, depositByLevel: oldDeposits, ...oldFigures } = old;
  return {
    ...lowerAmounts(oldFigures, figures),
    feeByLevel: lowerAmounts(oldFees, feeByLevel),
    depositByLevel: lowerAmounts(oldDeposits, depositByLevel),
  };
};

/** Returns whether two sets of figures are equal, as amounts. */
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
  if (row.raisedFrom <= clock.now()) return { now: row.terms, next: null };
  const now = lowerTerms(row.oldTerms, row.terms);
  return { now, next: isSame(now, row.terms) ? null : { ...row.terms, from: row.raisedFrom } };
}

/** Returns a configuration with the limits of these terms. */
export const configWithTerms = (config: Config, terms: Terms): Config => ({
  ...config,
  limits: { ...config.limits, ...terms },
});

/** Returns the configuration with the terms that hold for a shop now. */
export async function configForShop(deps: Deps, shopId: string): Promise<Config> {
  const { now } = await termsOf(deps, shopId);
  return configWithTerms(deps.config, now);
}
