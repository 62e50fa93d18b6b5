import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import { brandAuthorisations } from '../../schema/shops.ts';
import type { ShopRow } from '../shop-row.ts';

export type Level = ShopRow['level'];

/** Levels that carry another company's name. */
export const brandOf: Partial<Record<Level, string>> = { agent: 'TikTok' };

/** Returns the brands that the operator has a stored authorisation to name, as of now. */
export async function storedBrands({ db, clock }: Deps): Promise<string[]> {
  const valid = and(isNull(brandAuthorisations.withdrawnAt), gt(brandAuthorisations.validUntil, clock.now()));
  const authorisations = await db
    .select({ brand: brandAuthorisations.brand })
    .from(brandAuthorisations)
    .where(valid);
  return [...new Set(authorisations.map((row) => row.brand))].sort();
}

/** Returns whether a level may be named and sold: one with a brand only with its authorisation. */
export async function isAuthorised(deps: Deps, level: Level): Promise<boolean> {
  const brand = brandOf[level];
  return brand === undefined || (await storedBrands(deps)).includes(brand);
}

/** Returns whether a name is a brand that can be authorised. */
export const isBrand = (name: string): boolean => Object.values(brandOf).includes(name);

export const openAuthorisation = (brand: string) =>
  and(eq(brandAuthorisations.brand, brand), isNull(brandAuthorisations.withdrawnAt));
