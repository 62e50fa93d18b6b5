import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { requireUnrestricted } from '../restrictions/restrictions.ts';

/**
 * Refuses an amount, in 10^-6, that is above the shop's available balance.
 * @throws Refusal 424 with what is missing
 */
export async function requireBalance(db: Database, shopId: string, amount: bigint): Promise<void> {
  const missing = amount - (await balanceOf(db, availableOf(shopId)));
  if (missing > 0n) throw refuse(codes.insufficientBalance, { params: { shortfall: formatMoney(missing) } });
}

/**
 * Refuses what the shop may not or cannot spend from its balance. Nothing is refused where nothing is charged, also not
 * to a frozen wallet.
 * @throws Refusal 450 with the restriction, 424 with what is missing
 */
export async function requireSpendable(deps: Deps, shopId: string, amount: bigint): Promise<void> {
  if (amount === 0n) return;
  await requireUnrestricted(deps, shopId, 'spend');
  await requireBalance(deps.db, shopId, amount);
}
