import { UNITS } from '../../contract/money.ts';

/** One cent in ledger units, 10^-6 of the currency. */
export const cent = UNITS / 100n;

/**
 * Returns an amount without the fraction of its last cent, in ledger units.
 * @example wholeCents(12_509_999n) // 12_500_000n
 */
export const wholeCents = (amount: bigint): bigint => amount - (amount % cent);

/**
 * Returns the lowest of some amounts.
 * @example lowest(3n, 1n, 2n) // 1n
 */
export function lowest(first: bigint, ...others: bigint[]): bigint {
  let least = first;
  for (const one of others) if (one < least) least = one;
  return least;
}

/**
 * Returns an amount, or zero in place of a negative one.
 * @example orZero(-1n) // 0n
 */
export const orZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
