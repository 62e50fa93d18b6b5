import { foldAmount, MONEY, parseMoney } from '../contract/money.ts';
import { lang, number } from './first.ts';

const decimalSign = () => (number(1.5).includes(',') ? ',' : '.');

/** By country these are written with either sign, whatever the app writes: three digits behind it may be a thousand. */
const mixed = ['es', 'ar'];

/**
 * Returns an amount of the contract as a person would type it: 29.90 is "29,90" where the language writes a comma. Three
 * decimals become four, which are no thousand.
 */
export const toTyped = (amount: string) => amount.replace(/\.\d{3}$/, '$&0').replace('.', decimalSign());

/** Returns an amount as it was typed in the contract's form: "1.029,90" is 1029.90. It need not be an amount yet. */
export const typedAmount = (typed: string) =>
  foldAmount(typed, mixed.includes(lang.value) ? '' : decimalSign());

/** Returns a typed amount in the contract's form once it is one above zero; undefined before. */
export function completeAmount(typed: string): string | undefined {
  const amount = typedAmount(typed);
  return MONEY.test(amount) && parseMoney(amount) > 0n ? amount : undefined;
}
