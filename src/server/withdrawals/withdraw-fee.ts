import { parseMoney, percentOf } from '../../contract/money.ts';
import type { Config } from '../config/config.ts';

/** What the operator keeps of a withdrawal: a share of it, and never less than the least fee. */
export function withdrawFee(amount: bigint, { limits }: Pick<Config, 'limits'>): bigint {
  const share = percentOf(amount, limits.withdrawalFeePercent);
  const least = parseMoney(limits.withdrawalFeeMinimum);
  if (share > least) return share;
  return least;
}
