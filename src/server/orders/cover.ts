import type { Database } from '../database/db.ts';
import { availableOf, depositOf } from '../ledger/account-names.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { ledgerHead } from '../schema/ledger.ts';
import type { Cover, OrderFigures } from './order-postings.ts';

export const least = (a: bigint, b: bigint) => (a < b ? a : b);

/**
 * Splits what a merchant has to make good: the balance first, then the deposit, to which a claim on it comes back
 * before; the platform bears the rest. As it would be now; whoever posts it asks coverOf.
 */
export async function splitCover(
  db: Database,
  { shopId, claimed }: Pick<OrderFigures, 'shopId' | 'claimed'>,
  cost: bigint,
): Promise<Cover> {
  const available = least(cost, await balanceOf(db, availableOf(shopId)));
  const deposit = least(cost - available, (await balanceOf(db, depositOf(shopId))) + claimed);
  return { available, deposit, loss: cost - available - deposit };
}

/** The same, to be posted: under the ledger's lock no other posting can come between reading and using the balances. */
export async function coverOf(
  tx: Database,
  order: Pick<OrderFigures, 'shopId' | 'claimed'>,
  cost: bigint,
): Promise<Cover> {
  await tx.select().from(ledgerHead).for('update');
  return splitCover(tx, order, cost);
}
