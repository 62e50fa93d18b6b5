import { and, eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Database } from '../database/db.ts';
import { refuse } from '../refuse.ts';
import { withdrawalAccounts, withdrawals } from '../schema/withdrawals.ts';

export type AccountRow = typeof withdrawalAccounts.$inferSelect;

/** A shop's own account; another's does not exist. */
export async function accountOf(db: Database, shopId: string, id: string): Promise<AccountRow> {
  const [row] = await db
    .select()
    .from(withdrawalAccounts)
    .where(and(eq(withdrawalAccounts.shopId, shopId), eq(withdrawalAccounts.id, id)));
  if (!row) throw refuse(codes.withdrawalAccountNotFound, { field: 'accountId' });
  return row;
}

/** The accounts that a withdrawal is under way to, each with that withdrawal's number. */
export async function accountsInUse(db: Database, shopId: string): Promise<Map<string, string>> {
  const found = await db
    .select({ accountId: withdrawals.accountId, no: withdrawals.no })
    .from(withdrawals)
    .where(and(eq(withdrawals.shopId, shopId), eq(withdrawals.status, 'moderated')));
  return new Map(found.map(({ accountId, no }) => [accountId, no]));
}

/** An account that money is on its way to stays as it is. */
export async function requireUnused(db: Database, { shopId, id }: AccountRow): Promise<void> {
  const no = (await accountsInUse(db, shopId)).get(id);
  if (no !== undefined) throw refuse(codes.invalidOperation, { reason: 'account_in_use', params: { no } });
}
