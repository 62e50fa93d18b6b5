import { unitOf } from '../../contract/money.ts';

/**
 * Returns an amount without what its currency cannot write, in ledger units of 10^-6.
 * @example roundDown(12_509_999n, 'USD') // 12_500_000n
 */
export const roundDown = (amount: bigint, currency: string): bigint => amount - (amount % unitOf(currency));

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
