import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/db.ts';
import { withdrawals } from '../../schema/withdrawals.ts';

/**
 * Returns whether a withdrawal of the shop was ever paid: the check before a larger deposit, because then its merchant
 * has seen that withdrawals work.
 */
export async function hasWithdrawn(db: Database, shopId: string): Promise<boolean> {
  const paid = and(eq(withdrawals.shopId, shopId), eq(withdrawals.status, 'completed'));
  return (await db.select({ id: withdrawals.id }).from(withdrawals).where(paid).limit(1)).length > 0;
}
