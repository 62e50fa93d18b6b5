import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Database } from '../database/db.ts';
import { refuse } from '../refuse.ts';
import { goods, showcase } from '../schema/goods.ts';
import { orderItems } from '../schema/orders.ts';

type UnlistReason = NonNullable<(typeof showcase.$inferSelect)['unlistReason']>;

/**
 * Takes goods out of every showcase they are in, or out of those listings; the merchant's daily limit is not touched.
 * @returns the shops whose showcase they have left
 */
export async function unlist(
  tx: Database,
  goodsId: string,
  { reason, at, statementId, ids }: { reason: UnlistReason; at: Date; statementId?: string; ids?: string[] },
): Promise<string[]> {
  const listed = and(eq(showcase.goodsId, goodsId), eq(showcase.status, 'listed'));
  const gone = await tx
    .update(showcase)
    .set({ status: 'unlisted', unlistReason: reason, unlistedAt: at, statementId: statementId ?? null })
    .where(ids ? and(listed, inArray(showcase.id, ids)) : listed)
    .returning({ shopId: showcase.shopId });
  return gone.map((row) => row.shopId);
}

/**
 * Reserves pieces for an order in one statement, so that two orders cannot have the same piece.
 * @returns the shops whose showcase the goods have left, because these were the last pieces
 */
export async function take(tx: Database, goodsId: string, quantity: number, at: Date): Promise<string[]> {
  const [row] = await tx
    .update(goods)
    .set({ stock: sql`${goods.stock} - ${quantity}` })
    .where(and(eq(goods.id, goodsId), gte(goods.stock, quantity)))
    .returning({ stock: goods.stock });
  if (!row) throw refuse(codes.invalidOperation, { reason: 'stock_out', field: 'goodsId' });
  return row.stock === 0 ? unlist(tx, goodsId, { reason: 'stock_out', at }) : [];
}

/** Gives an order's pieces back when it ends before anything was shipped. */
export async function restock(tx: Database, orderId: string): Promise<void> {
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.goodsId);
  for (const { goodsId, quantity } of items) {
    await tx
      .update(goods)
      .set({ stock: sql`${goods.stock} + ${quantity}` })
      .where(eq(goods.id, goodsId));
  }
}
