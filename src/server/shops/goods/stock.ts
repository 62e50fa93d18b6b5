import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { orderItems } from '../../schema/orders.ts';

type UnlistReason = NonNullable<(typeof showcase.$inferSelect)['unlistReason']>;

/**
 * Unlists goods in every showcase, or in the given listings only; does not count against the merchant's daily limit.
 * @returns the ids of the shops in which they were unlisted
 */
export async function unlist(
  tx: Database,
  goodsId: string,
  { reason, at, statementId, ids }: { reason: UnlistReason; at: Date; statementId?: string; ids?: string[] },
): Promise<string[]> {
  const listed = and(eq(showcase.goodsId, goodsId), eq(showcase.status, 'listed'));
  const unlisted = await tx
    .update(showcase)
    .set({ status: 'unlisted', unlistReason: reason, unlistedAt: at, statementId: statementId ?? null })
    .where(ids ? and(listed, inArray(showcase.id, ids)) : listed)
    .returning({ shopId: showcase.shopId });
  return unlisted.map((row) => row.shopId);
}

/**
 * Reserves pieces for an order in one statement, so that two orders cannot have the same piece.
 * @returns the ids of the shops in which the goods were unlisted, because these were the last pieces
 * @throws Refusal 203 `stock_out` where fewer are left
 */
export async function reserveStock(
  tx: Database,
  goodsId: string,
  quantity: number,
  at: Date,
): Promise<string[]> {
  const [row] = await tx
    .update(goods)
    .set({ stock: sql`${goods.stock} - ${quantity}` })
    .where(and(eq(goods.id, goodsId), gte(goods.stock, quantity)))
    .returning({ stock: goods.stock });
  if (!row) throw refuse(codes.invalidOperation, { reason: 'stock_out', field: 'goodsId' });
  return row.stock === 0 ? unlist(tx, goodsId, { reason: 'stock_out', at }) : [];
}

/** Returns an order's pieces to the stock when it ends before shipment. */
export async function returnStock(
  tx: Database,
  { id, shopId }: { id: string; shopId: string },
): Promise<void> {
  const items = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.shopId, shopId), eq(orderItems.orderId, id)))
    .orderBy(orderItems.goodsId);
  for (const { goodsId, quantity } of items) {
    await tx
      .update(goods)
      .set({ stock: sql`${goods.stock} + ${quantity}` })
      .where(eq(goods.id, goodsId));
  }
}
