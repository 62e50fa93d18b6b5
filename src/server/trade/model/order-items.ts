import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/db.ts';
import { translated } from '../../platform/texts/translated.ts';
import { goods } from '../../schema/goods.ts';
import { orderItems } from '../../schema/orders.ts';

export type OrderItem = typeof orderItems.$inferSelect;

/**
 * Returns the items of some orders of a shop by their positions, with names in a language: an item keeps the name under which it
 * was bought, which is translated unless the goods have another name by now.
 */
export async function itemsOfOrders(
  db: Database,
  { shopId, ids, lang }: { shopId: string; ids: string[]; lang: string },
): Promise<OrderItem[]> {
  const bought = await db
    .select({ item: orderItems, article: { name: goods.name, translations: goods.translations } })
    .from(orderItems)
    .innerJoin(goods, eq(goods.id, orderItems.goodsId))
    .where(and(eq(orderItems.shopId, shopId), inArray(orderItems.orderId, ids)))
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));
  return bought.map(({ item, article }) =>
    item.name === article.name ? { ...item, name: translated(item.name, article.translations, lang) } : item,
  );
}
