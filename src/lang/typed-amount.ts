import { foldAmount, MONEY, parseMoney } from '../contract/money.ts';
import { number } from './format-first.ts';

/** One or two digits after a lone comma: cents in every language, for thousands come in threes. */
const commaCents = /^[^.,]*,\p{Nd}{1,2}\s*$/u;

/**
 * Returns the decimal sign of an amount as it was typed: the sign of the language, and in any language the comma of
 * "29,90". A comma that may separate thousands is no decimal sign where the language writes a point.
 */
const decimalSign = (typed: string): ',' | '.' =>
  number(1.5).includes(',') || commaCents.test(typed) ? ',' : '.';

/** Returns an amount of the contract as a person would type it: 29.90 is "29,90" where the language writes a comma. */
export const toTyped = (amount: string) => amount.replace('.', decimalSign(''));

/** Returns an amount as it was typed in the contract's form: "29,90" is 29.90. It need not be an amount yet. */
export const typedAmount = (typed: string) => foldAmount(typed, decimalSign(typed));

/** Returns a typed amount in the contract's form once it is one above zero; undefined before. */
export function completeAmount(typed: string): string | undefined {
  const amount = typedAmount(typed);
  return MONEY.test(amount) && parseMoney(amount) > 0n ? amount : undefined;
}
