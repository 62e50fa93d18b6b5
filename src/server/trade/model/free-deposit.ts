import { and, eq, inArray, sql } from 'drizzle-orm';
import { depositOf } from '../../ledger/account-names.ts';
import { orZero } from '../../ledger/amounts.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/database/db.ts';
import { depositClaims } from '../../schema/cases.ts';

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
  return orZero((await balanceOf(db, depositOf(shopId))) - (await reservedDeposit(db, shopId)));
}
