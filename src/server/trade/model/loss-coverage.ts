import { availableOf, depositOf } from '../../ledger/account-names.ts';
import { lowest } from '../../ledger/amounts.ts';
import { balanceOf, lockChain } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Cover } from './order-postings.ts';
import type { OrderFigures } from './order-rules.ts';

/**
 * Splits a cost that a merchant has to cover: the balance first, then the deposit; the platform bears the rest. `held`
 * is what is set aside for this and counts as balance. The result is true now only: to post it, use coverForPosting.
 */
export async function splitCover(
  db: Database,
  { shopId }: Pick<OrderFigures, 'shopId'>,
  cost: bigint,
  held = 0n,
): Promise<Cover> {
  const available = lowest(cost, (await balanceOf(db, availableOf(shopId))) + held);
  const deposit = lowest(cost - available, await balanceOf(db, depositOf(shopId)));
  return { available, deposit, loss: cost - available - deposit };
}

/**
 * Splits a cost in order to post it: under the lock of the shop's chain no other posting can come between reading and using the
 * balances.
 */
export async function coverForPosting(
  tx: Database,
  order: Pick<OrderFigures, 'shopId'>,
  cost: bigint,
): Promise<Cover> {
  await lockChain(tx, order.shopId);
  return splitCover(tx, order, cost);
}
