import { and, eq, inArray, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { depositOf } from '../../ledger/account-names.ts';
import { balanceOf } from '../../ledger/ledger.ts';
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

const unsettledStates = ['open', 'objected'] as const;

/** Returns what open claims reserve of a shop's deposit: a return of the deposit leaves this amount. */
export async function reservedDeposit(db: Database, shopId: string): Promise<bigint> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${depositClaims.amount}), 0)::text` })
    .from(depositClaims)
    .where(and(eq(depositClaims.shopId, shopId), inArray(depositClaims.state, [...unsettledStates])));
  return BigInt(row?.sum ?? 0);
}

/**
 * Returns the part of a shop's deposit that no claim reserves; at least 0, also after a refund was covered from it.
 */
export async function freeDeposit(db: Database, shopId: string): Promise<bigint> {
  const free = (await balanceOf(db, depositOf(shopId))) - (await reservedDeposit(db, shopId));
  return free > 0n ? free : 0n;
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
