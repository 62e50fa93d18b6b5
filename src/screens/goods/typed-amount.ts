import { foldAmount } from '../../contract/money.ts';
import { decimalSign } from '../../lang/decimal-sign.ts';

/** An amount as it was typed, in the contract's writing: "29,90" is 29.90. */
export const typedAmount = (typed: string) => foldAmount(typed, decimalSign(typed));
