import { formatMoney } from '../../contract/money.ts';
import type { Deps } from '../context.ts';
import { availableOf, depositOf } from '../ledger/account-names.ts';
import { move, post } from '../ledger/ledger.ts';
import { notify } from '../notices/notify.ts';
import { least } from '../orders/cover.ts';
import { shopOf } from '../shop/shop-row.ts';
import { shortfallOf } from './shortfall.ts';

export interface Proceeds {
  shopId: string;
  orderId: string;
  no: string;
  /** What the order's release has just brought into the balance, in 10^-6. */
  amount: bigint;
}

/**
 * Fills a short deposit up from the proceeds that were just released, and from nothing else. The ledger's head is
 * locked by the release, so the deposit cannot change in between.
 * @returns what tells the shop, after the news of the order itself; null where nothing was missing
 */
export async function refillDeposit(
  { db: tx, clock }: Pick<Deps, 'db' | 'clock'>,
  { shopId, orderId, no, amount: proceeds }: Proceeds,
): Promise<(() => Promise<void>) | null> {
  const amount = least(proceeds, await shortfallOf(tx, await shopOf(tx, shopId)));
  if (amount <= 0n) return null;
  const at = clock.now();
  const entries = move(availableOf(shopId), depositOf(shopId), amount);
  const posting = { kind: 'deposit', ref: orderId, shopId, actor: 'system', at };
  await post(tx, { ...posting, entries, reason: 'deposit_refilled' });
  const params = { no, amount: formatMoney(amount) };
  return () => notify(tx, { shopId, kind: 'deposit_refilled', params, link: '/wallet', at });
}
