import { wholeCents } from '../../ledger/amounts.ts';

/**
 * Returns the delivered part of a promotion's price, in 10^-6: pro rata in whole cents, rounded in the merchant's
 * favour; the whole price only when everything was delivered.
 */
export function adEarned(price: bigint, delivered: number, quantity: number): bigint {
  if (delivered >= quantity) return price;
  return wholeCents((price * BigInt(delivered)) / BigInt(quantity));
}
