import { formatMoney } from '../../../contract/money.ts';
import { availableOf, depositOf } from '../../ledger/account-names.ts';
import { lowest } from '../../ledger/amounts.ts';
import { move, post } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import { dayLabel } from '../../platform/zone.ts';
import { notify } from '../../shops/notices/notify.ts';
import { depositShortfall } from '../../shops/shop/deposit-shortfall.ts';
import { shopOf } from '../../shops/shop-row.ts';

export interface Proceeds {
  shopId: string;
  orderId: string;
  /** The proceeds that the order's release has just added to the balance, in 10^-6. */
  amount: bigint;
}

/**
 * Refills a short deposit from the proceeds that were just released, and from nothing else. The release has locked the
 * shop's chain, so the deposit cannot change in between.
 * @returns a function that notifies the shop, to be called after the order's own notice; null where nothing was missing
 */
export async function refillDeposit(
  { db: tx, clock }: Deps,
  { shopId, orderId, amount: proceeds }: Proceeds,
): Promise<(() => Promise<void>) | null> {
  const shop = await shopOf(tx, shopId);
  const amount = lowest(proceeds, await depositShortfall(tx, shop));
  if (amount <= 0n) return null;
  const at = clock.now();
  const entries = move(availableOf(shopId), depositOf(shopId), amount);
  const posting = { kind: 'deposit', ref: orderId, shopId, actor: 'system', at };
  await post(tx, { ...posting, entries, reason: 'deposit_refilled' });
  const params = { amount: formatMoney(amount) };
  const id = dayLabel(shop.timeZone, at);
  return () => notify(tx, { shopId, kind: 'deposit_refilled', params, id, at });
}
