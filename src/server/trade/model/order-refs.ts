import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/db.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { orders } from '../../schema/orders.ts';

/** Returns the references of an order's postings: its own id, and those of its cases. */
export async function refsOfOrder(
  db: Database,
  { id: orderId, shopId }: { id: string; shopId: string },
): Promise<string[]> {
  const cases = await db
    .select({ id: afterSaleCases.id })
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.shopId, shopId), eq(afterSaleCases.orderId, orderId)));
  return [orderId, ...cases.map(({ id }) => id)];
}

/** Returns the order number of each reference of a shop. */
export async function orderNumbers(
  db: Database,
  shopId: string,
  refs: string[],
): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map();
  const ownOrders = await db
    .select({ id: orders.id, no: orders.no })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), inArray(orders.id, refs)));
  const numbers = new Map(ownOrders.map(({ id, no }) => [id, no]));
  if (numbers.size === refs.length) return numbers;
  const ofCases = await db
    .select({ id: afterSaleCases.id, no: orders.no })
    .from(afterSaleCases)
    .innerJoin(orders, and(eq(orders.shopId, afterSaleCases.shopId), eq(orders.id, afterSaleCases.orderId)))
    .where(and(eq(afterSaleCases.shopId, shopId), inArray(afterSaleCases.id, refs)));
  for (const { id, no } of ofCases) numbers.set(id, no);
  return numbers;
}
