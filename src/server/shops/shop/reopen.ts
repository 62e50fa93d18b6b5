import { and, eq } from 'drizzle-orm';
import { lockChain } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import { users } from '../../schema/session.ts';
import { shops } from '../../schema/shops.ts';
import { notify } from '../notices/notify.ts';
import { lockShop, shopOf } from '../shop-row.ts';

/**
 * Locks a shop that a posting is about to give money, and reopens it where it is closed, as its merchant could not reach
 * the money otherwise: it is closing again, lists nothing, and closes by itself once its wallet is empty.
 */
export async function reopenForMoney(deps: Deps, shopId: string): Promise<void> {
  const { db: tx, clock } = deps;
  const { closedAt } = await lockShop(tx, shopId);
  if (!closedAt) return;
  // The shop's chain is locked before the first notice, as in every movement of money, which prevents deadlocks.
  await lockChain(tx, shopId);
  const at = clock.now();
  await tx.update(shops).set({ closedAt: null, closesAt: at }).where(eq(shops.id, shopId));
  const closedUsers = and(eq(users.shopId, shopId), eq(users.status, 'closed'));
  await tx.update(users).set({ status: 'active' }).where(closedUsers);
  await notify(tx, { shopId, kind: 'shop_reopened', params: {}, at });
}

/** Carries out a decision about a shop, and adds to its answer whether it has reopened the shop. */
export async function withReopened<T extends object>(
  deps: Deps,
  shopId: string,
  decide: () => Promise<T>,
): Promise<T & { reopened: boolean }> {
  const isClosed = async () => (await shopOf(deps.db, shopId)).closedAt !== null;
  const wasClosed = await isClosed();
  const answer = await decide();
  return { ...answer, reopened: wasClosed && !(await isClosed()) };
}
