import { codes } from '../../../contract/errors.ts';
import { parseMoney } from '../../../contract/money.ts';
import type { Config } from '../config/config.ts';
import { refuse } from '../refuse.ts';

/**
 * Refuses a sum, in 10^-6, that no single payment of a merchant can be: a larger one was mistyped.
 * @throws Refusal 405 with the largest recharge
 */
export function requireSum({ limits }: Pick<Config, 'limits'>, amount: bigint): void {
  const limit = limits.maximumDeposit;
  if (amount > parseMoney(limit))
    throw refuse(codes.invalidParameter, {
      field: 'amount',
      params: { kind: 'max_value', limit, max: limit },
    });
}
