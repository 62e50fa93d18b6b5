import { moneyReadBy } from '../../contract/fields.ts';
import { foldAmount } from '../../contract/money.ts';
import { decimalSign } from '../../lang/decimal-sign.ts';

/** An amount as it was typed, in the contract's writing: "29,90" is 29.90. */
export const typedAmount = (typed: string) => foldAmount(typed, decimalSign(typed));

/** The contract's amount in a form, where it may be typed with the decimal sign of one's keyboard. */
export const typedMoney = moneyReadBy(typedAmount);
