import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { brandAuthorisations } from '../schema/shops.ts';
import type { ShopRow } from '../shop/shop-row.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;
export type Level = ShopRow['level'];

/** Levels that carry another company's name. */
export const brandOf: Partial<Record<Level, string>> = { agent: 'TikTok' };

/** The brands that the operator has a stored authorisation to name, as of now. */
export async function storedBrands({ db, clock }: Needs): Promise<string[]> {
  const valid = and(isNull(brandAuthorisations.withdrawnAt), gt(brandAuthorisations.validUntil, clock.now()));
  const found = await db.select({ brand: brandAuthorisations.brand }).from(brandAuthorisations).where(valid);
  return [...new Set(found.map((row) => row.brand))].sort();
}

/** Whether a level may be named and sold: one that carries a brand only with its authorisation. */
export async function isAuthorised(deps: Needs, level: Level): Promise<boolean> {
  const brand = brandOf[level];
  return brand === undefined || (await storedBrands(deps)).includes(brand);
}

/** Whether a brand has such a paper. */
export const isBrand = (name: string): boolean => Object.values(brandOf).includes(name);

export const openAuthorisation = (brand: string) =>
  and(eq(brandAuthorisations.brand, brand), isNull(brandAuthorisations.withdrawnAt));
