import { and, eq, ne } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Database } from '../database/db.ts';
import { lockOrder, type OrderRow } from '../orders/order-row.ts';
import { refuse } from '../refuse.ts';
import { afterSaleCases } from '../schema/cases.ts';

export type CaseRow = typeof afterSaleCases.$inferSelect;

/** A case and its order, both locked. */
export interface LockedCase {
  order: OrderRow;
  row: CaseRow;
}

const noCase = () => refuse(codes.recordNotFound, { field: 'caseId' });

/** A case of a shop, or of any; 404 when there is none. */
export async function caseOf(db: Database, id: string, shopId?: string): Promise<CaseRow> {
  const own = shopId === undefined ? undefined : eq(afterSaleCases.shopId, shopId);
  const [row] = await db
    .select()
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.id, id), own));
  if (!row) throw noCase();
  return row;
}

/** Locks a case, its order first: everything that touches both takes them in this order. */
export async function lockCase(tx: Database, id: string, shopId?: string): Promise<LockedCase> {
  const { orderId } = await caseOf(tx, id, shopId);
  const order = await lockOrder(tx, orderId, shopId);
  const [row] = await tx.select().from(afterSaleCases).where(eq(afterSaleCases.id, id)).for('update');
  if (!row) throw noCase();
  return { order, row };
}

/** The open case of an order that is locked already; null where there is none. */
export async function lockOpenCase(tx: Database, orderId: string): Promise<CaseRow | null> {
  const [row] = await tx
    .select()
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.orderId, orderId), ne(afterSaleCases.state, 'closed')))
    .for('update');
  return row ?? null;
}
