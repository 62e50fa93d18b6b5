import { and, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { withdrawals } from '../../schema/withdrawals.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;

/** Locks and returns the withdrawal's row: of two changes at once, the second finds what the first has done. */
export async function lockWithdrawal(tx: Database, id: string, shopId?: string): Promise<WithdrawalRow> {
  const ofShop = shopId === undefined ? undefined : eq(withdrawals.shopId, shopId);
  const [row] = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), ofShop))
    .for('update');
  if (!row) throw refuse(codes.recordNotFound, { field: 'id' });
  return row;
}
