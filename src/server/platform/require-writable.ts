import { decimalsOf } from '../../contract/currencies.ts';
import { codes } from '../../contract/errors.ts';
import { isWritable } from '../../contract/money.ts';
import { refuse } from './refuse.ts';

/**
 * Refuses an amount, in 10^-6, with more decimals than its currency has; `field` is the input that holds it.
 * @throws Refusal 405 with the kind `decimals` and how many there are
 */
export function requireWritable(amount: bigint, currency: string, field: string): void {
  if (isWritable(amount, currency)) return;
  throw refuse(codes.invalidParameter, { field, params: { kind: 'decimals', limit: decimalsOf(currency) } });
}
