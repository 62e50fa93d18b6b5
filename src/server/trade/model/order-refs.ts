import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/db.ts';
import { afterSaleCases, depositClaims } from '../../schema/cases.ts';
import { orders } from '../../schema/orders.ts';

/** Returns the references of an order's postings: its own id, and those of its claims and cases. */
export async function refsOfOrder(
  db: Database,
  { id: orderId, shopId }: { id: string; shopId: string },
): Promise<string[]> {
  const claims = await db
    .select({ id: depositClaims.id })
    .from(depositClaims)
    .where(and(eq(depositClaims.shopId, shopId), eq(depositClaims.orderId, orderId)));
  const cases = await db
    .select({ id: afterSaleCases.id })
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.shopId, shopId), eq(afterSaleCases.orderId, orderId)));
  return [orderId, ...[...claims, ...cases].map(({ id }) => id)];
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
  for (const table of [depositClaims, afterSaleCases]) {
    const orderRows = await db
      .select({ id: table.id, no: orders.no })
      .from(table)
      .innerJoin(orders, and(eq(orders.shopId, table.shopId), eq(orders.id, table.orderId)))
      .where(and(eq(table.shopId, shopId), inArray(table.id, refs)));
    for (const { id, no } of orderRows) numbers.set(id, no);
  }
  return numbers;
}
