import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/db.ts';
import { depositOf } from '../ledger/account-names.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { refuse } from '../refuse.ts';
import type { ShopRow } from '../shop/shop-row.ts';

type Of = Pick<ShopRow, 'id' | 'depositRequired'>;

/** By how much a shop's deposit is below what was agreed, because something was paid from it. */
export async function shortfallOf(db: Database, { id, depositRequired }: Of): Promise<bigint> {
  if (depositRequired === 0n) return 0n;
  const missing = depositRequired - (await balanceOf(db, depositOf(id)));
  return missing > 0n ? missing : 0n;
}

/** A short deposit keeps new goods out of the showcase, and keeps nothing else. */
export async function requireWholeDeposit(db: Database, shop: Of): Promise<void> {
  const missing = await shortfallOf(db, shop);
  if (missing === 0n) return;
  const params = { shortfall: formatMoney(missing) };
  throw refuse(codes.insufficientPermissions, { reason: 'deposit_short', params });
}
