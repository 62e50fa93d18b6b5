import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Database } from '../database/db.ts';
import { refuse } from '../refuse.ts';
import { shops } from '../schema/shops.ts';

export type ShopRow = typeof shops.$inferSelect;

const only = (row: ShopRow | undefined): ShopRow => {
  if (!row) throw refuse(codes.recordNotFound, { field: 'shop' });
  return row;
};

export const shopOf = async (db: Database, id: string): Promise<ShopRow> =>
  only((await db.select().from(shops).where(eq(shops.id, id)))[0]);

/** The shop's row, locked: what counts against a limit of the shop happens one after another. */
export const lockShop = async (tx: Database, id: string): Promise<ShopRow> =>
  only((await tx.select().from(shops).where(eq(shops.id, id)).for('no key update'))[0]);
