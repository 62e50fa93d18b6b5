import type { Database } from '../db.ts';
import { balanceOf } from '../ledger.ts';
import { ledgerHead } from '../schema/ledger.ts';
import type { Cover } from './order-postings.ts';

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** Splits what a merchant has to make good: the balance first, then the deposit; the platform bears the rest. */
export async function coverOf(tx: Database, shopId: string, cost: bigint): Promise<Cover> {
  // Under the head's lock no posting can come between reading the balances and using them.
  await tx.select().from(ledgerHead).for('update');
  const available = least(cost, await balanceOf(tx, `M.available:${shopId}`));
  const deposit = least(cost - available, await balanceOf(tx, `M.deposit:${shopId}`));
  return { available, deposit, loss: cost - available - deposit };
}
