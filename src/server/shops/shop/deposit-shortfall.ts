import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { depositOf } from '../../ledger/account-names.ts';
import { orZero } from '../../ledger/amounts.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { ShopRow } from '../shop-row.ts';

type DepositTerms = Pick<ShopRow, 'id' | 'depositRequired'>;

/** Returns by how much a shop's deposit is below the agreed amount, after something was paid from it. */
export async function depositShortfall(db: Database, { id, depositRequired }: DepositTerms): Promise<bigint> {
  if (depositRequired === 0n) return 0n;
  return orZero(depositRequired - (await balanceOf(db, depositOf(id))));
}

/** Refuses new goods in the showcase while the deposit is short; a short deposit blocks nothing else. */
export async function requireWholeDeposit(db: Database, shop: DepositTerms): Promise<void> {
  const missing = await depositShortfall(db, shop);
  if (missing === 0n) return;
  const params = { shortfall: formatMoney(missing) };
  throw refuse(codes.insufficientPermissions, { reason: 'deposit_short', params });
}
