import { and, eq, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { depositClaims } from '../../schema/cases.ts';
import { orderEvents } from '../../schema/orders.ts';
import { lockOrder, type OrderRow } from '../model/order-row.ts';
import type { OrderMoney } from '../model/order-rules.ts';

export type ClaimRow = typeof depositClaims.$inferSelect;

export interface LockedClaim {
  order: OrderRow;
  claim: ClaimRow;
}

/** The reason of a dropped claim: its merchant appealed and was not answered by the date. */
export const appealUnanswered = 'review_date_passed';

const claimNotFound = () => refuse(codes.recordNotFound, { field: 'claim' });

/** Locks a claim, its order first. */
export async function lockClaim(tx: Database, id: string): Promise<LockedClaim> {
  const byId = eq(depositClaims.id, id);
  const [claimed] = await tx.select({ orderId: depositClaims.orderId }).from(depositClaims).where(byId);
  if (!claimed) throw claimNotFound();
  const order = await lockOrder(tx, claimed.orderId);
  const [claim] = await tx.select().from(depositClaims).where(byId).for('update');
  if (!claim) throw claimNotFound();
  return { order, claim };
}

/** Returns what the buyer keeps of reversed claims on an order: the platform bears it, not the deposit. */
export async function absorbedByPlatform(db: Database, orderId: string): Promise<bigint> {
  // Read from the events, since a claim also ends as dropped after it was paid, where a refund returned it to the
  // deposit.
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${orderEvents.profit}), 0)::text` })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, 'deposit_claim_reversed')));
  return BigInt(row?.sum ?? 0);
}

/** Adds to an order what the platform bears of its claims, which refunds need. */
export const withAbsorbed = async (db: Database, order: OrderRow): Promise<OrderRow & OrderMoney> => ({
  ...order,
  absorbed: await absorbedByPlatform(db, order.id),
});
