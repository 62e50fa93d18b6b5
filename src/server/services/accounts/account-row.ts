import { and, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { withdrawalAccounts, withdrawals } from '../../schema/withdrawals.ts';

export type AccountRow = typeof withdrawalAccounts.$inferSelect;

/** Returns a shop's own account; another shop's does not exist for it. */
export async function accountRowOf(db: Database, shopId: string, id: string): Promise<AccountRow> {
  const [row] = await db
    .select()
    .from(withdrawalAccounts)
    .where(and(eq(withdrawalAccounts.shopId, shopId), eq(withdrawalAccounts.id, id)));
  if (!row) throw refuse(codes.withdrawalAccountNotFound, { field: 'accountId' });
  return row;
}

/** Returns the accounts with a withdrawal under way, each with that withdrawal's number. */
export async function accountsInUse(db: Database, shopId: string): Promise<Map<string, string>> {
  const openWithdrawals = await db
    .select({ accountId: withdrawals.accountId, no: withdrawals.no })
    .from(withdrawals)
    .where(and(eq(withdrawals.shopId, shopId), eq(withdrawals.status, 'moderated')));
  return new Map(openWithdrawals.map(({ accountId, no }) => [accountId, no]));
}

/** Refuses to change an account while money is on its way to it. */
export async function requireUnused(db: Database, { shopId, id }: AccountRow): Promise<void> {
  const no = (await accountsInUse(db, shopId)).get(id);
  if (no !== undefined) throw refuse(codes.invalidOperation, { reason: 'account_in_use', params: { no } });
}
