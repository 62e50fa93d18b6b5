import { and, count, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { roundDown } from '../../ledger/amounts.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { adEvents, type adOffers, adPurchases } from '../../schema/ads.ts';

export type AdOffer = typeof adOffers.$inferSelect;
export type AdPurchase = typeof adPurchases.$inferSelect;

const notFound = () => refuse(codes.recordNotFound, { field: 'purchaseId' });

/** Locks and returns a purchase; merchants reach their own only. */
export async function lockPurchase(tx: Database, id: string, shopId?: string): Promise<AdPurchase> {
  const ofShop = shopId === undefined ? undefined : eq(adPurchases.shopId, shopId);
  const [row] = await tx
    .select()
    .from(adPurchases)
    .where(and(eq(adPurchases.id, id), ofShop))
    .for('update');
  if (!row) throw notFound();
  return row;
}

/** Returns the id of the purchase with this number. */
export async function purchaseIdOf(db: Database, no: string): Promise<string> {
  const [row] = await db.select({ id: adPurchases.id }).from(adPurchases).where(eq(adPurchases.no, no));
  if (!row) throw notFound();
  return row.id;
}

/** Returns how many units were delivered, counted from rows; never more than were bought. */
export async function deliveredOf(db: Database, id: string): Promise<number> {
  const [row] = await db.select({ units: count() }).from(adEvents).where(eq(adEvents.purchaseId, id));
  return row?.units ?? 0;
}

/**
 * Returns the delivered part of a promotion's price, in 10^-6: pro rata, rounded in the merchant's favour to what the
 * currency can write; the whole price only when everything was delivered.
 */
export function adEarned(
  { price, quantity }: Pick<AdPurchase, 'price' | 'quantity'>,
  delivered: number,
  currency: string,
): bigint {
  if (delivered >= quantity) return price;
  return roundDown((price * BigInt(delivered)) / BigInt(quantity), currency);
}
