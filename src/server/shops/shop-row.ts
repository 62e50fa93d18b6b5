import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Database } from '../platform/database/db.ts';
import { refuse } from '../platform/refuse.ts';
import { shops } from '../schema/shops.ts';

export type ShopRow = typeof shops.$inferSelect;

const requireRow = (row: ShopRow | undefined): ShopRow => {
  if (!row) throw refuse(codes.recordNotFound, { field: 'shop' });
  return row;
};

export const shopOf = async (db: Database, id: string): Promise<ShopRow> =>
  requireRow((await db.select().from(shops).where(eq(shops.id, id)))[0]);

/** Locks the shop's row: what counts against a limit of the shop runs one after another. */
export const lockShop = async (tx: Database, id: string): Promise<ShopRow> =>
  requireRow((await tx.select().from(shops).where(eq(shops.id, id)).for('no key update'))[0]);
