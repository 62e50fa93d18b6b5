import { UNITS } from '../../contract/money.ts';

const cent = UNITS / 100n;

/**
 * What of a promotion's price has been delivered, in 10^-6: pro rata, in whole cents, the rest of a cent for the
 * merchant; all of it only when all was delivered.
 */
export function adEarned(price: bigint, delivered: number, quantity: number): bigint {
  if (delivered >= quantity) return price;
  const share = (price * BigInt(delivered)) / BigInt(quantity);
  return share - (share % cent);
}
