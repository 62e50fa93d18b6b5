import { UNITS } from '../../../contract/money.ts';

const cent = UNITS / 100n;

/**
 * Returns the delivered part of a promotion's price, in 10^-6: pro rata in whole cents, rounded in the merchant's
 * favour; the whole price only when everything was delivered.
 */
export function adEarned(price: bigint, delivered: number, quantity: number): bigint {
  if (delivered >= quantity) return price;
  const share = (price * BigInt(delivered)) / BigInt(quantity);
  return share - (share % cent);
}
