import { and, eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Database } from '../database/db.ts';
import { refuse } from '../refuse.ts';
import { withdrawals } from '../schema/withdrawals.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;

/** The withdrawal's row, locked: of two who move it on at once, the second finds what the first has done. */
export async function lockWithdrawal(tx: Database, id: string, shopId?: string): Promise<WithdrawalRow> {
  const mine = shopId === undefined ? undefined : eq(withdrawals.shopId, shopId);
  const [row] = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), mine))
    .for('update');
  if (!row) throw refuse(codes.recordNotFound, { field: 'id' });
  return row;
}
