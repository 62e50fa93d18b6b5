import { and, eq, inArray, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Database } from '../database/db.ts';
import { depositOf } from '../ledger/account-names.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { OrderMoney } from '../orders/order-postings.ts';
import { lockOrder, type OrderRow } from '../orders/order-row.ts';
import { refuse } from '../refuse.ts';
import { depositClaims } from '../schema/cases.ts';
import { orderEvents } from '../schema/orders.ts';

export type ClaimRow = typeof depositClaims.$inferSelect;

export interface LockedClaim {
  order: OrderRow;
  claim: ClaimRow;
}

const noClaim = () => refuse(codes.recordNotFound, { field: 'claim' });

/** Locks a claim, its order first. */
export async function lockClaim(tx: Database, id: string): Promise<LockedClaim> {
  const one = eq(depositClaims.id, id);
  const [found] = await tx.select({ orderId: depositClaims.orderId }).from(depositClaims).where(one);
  if (!found) throw noClaim();
  const order = await lockOrder(tx, found.orderId);
  const [claim] = await tx.select().from(depositClaims).where(one).for('update');
  if (!claim) throw noClaim();
  return { order, claim };
}

const waiting = ['open', 'objected'] as const;

/** What open claims keep in a shop's deposit: a deposit that is given back leaves so much behind. */
export async function reservedDeposit(db: Database, shopId: string): Promise<bigint> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${depositClaims.amount}), 0)::text` })
    .from(depositClaims)
    .where(and(eq(depositClaims.shopId, shopId), inArray(depositClaims.state, [...waiting])));
  return BigInt(row?.sum ?? 0);
}

/** What of a shop's deposit is neither claimed nor, after a refund was made good from it, missing. */
export async function freeDeposit(db: Database, shopId: string): Promise<bigint> {
  const free = (await balanceOf(db, depositOf(shopId))) - (await reservedDeposit(db, shopId));
  return free > 0n ? free : 0n;
}

/** What a buyer keeps of claims on an order that should not have been paid: the platform bears it, not the deposit. */
export async function keptByBuyer(db: Database, orderId: string): Promise<bigint> {
  // By what happened: a claim also ends as dropped, and as paid, where a refund gave it back to the deposit.
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${orderEvents.profit}), 0)::text` })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, 'deposit_claim_reversed')));
  return BigInt(row?.sum ?? 0);
}

/** An order with what its buyer keeps, as refunds and what is left need it. */
export const withKept = async (db: Database, order: OrderRow): Promise<OrderRow & OrderMoney> => ({
  ...order,
  kept: await keptByBuyer(db, order.id),
});
