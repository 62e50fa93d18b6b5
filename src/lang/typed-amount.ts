import { decimalsOf } from '../contract/currencies.ts';
import { formatIn, isWritable, MONEY, parseMoney } from '../contract/money.ts';
import { foldAmount } from '../contract/typed-text.ts';
import { currencyOfShop, decimalSign, lang, number } from './first.ts';

/** By country these are written with either sign, whatever the app writes: three digits behind it may be a thousand. */
const mixed = ['es', 'ar'];

/** Returns how many decimals an amount of the shop has. */
export const decimalsOfShop = () => decimalsOf(currencyOfShop());

/** Returns whether three digits behind a sign are the decimals of the shop's currency, and read as the app writes them. */
const hasThousandths = () => decimalsOfShop() === 3;

/**
 * Returns an amount of the contract as a person would type it: 29.90 is "29,90" where the language writes a comma, and
 * "1000" in a currency without decimals. Three decimals become four, which are no thousand, where they are unusual.
 */
export function toTyped(amount: string) {
  if (!MONEY.test(amount)) return amount;
  const text = formatIn(currencyOfShop(), parseMoney(amount));
  return (hasThousandths() ? text : text.replace(/\.\d{3}$/, '$&0')).replace('.', decimalSign());
}

/** Returns an amount as it was typed in the contract's form: "1.029,90" is 1029.90. It need not be an amount yet. */
export const typedAmount = (typed: string) =>
  foldAmount(typed, mixed.includes(lang.value) && !hasThousandths() ? '' : decimalSign(), decimalsOfShop());

/** Returns a typed amount in the contract's form once it is one above zero; undefined before. */
export function completeAmount(typed: string): string | undefined {
  const amount = typedAmount(typed);
  if (!MONEY.test(amount)) return undefined;
  const units = parseMoney(amount);
  return units > 0n && isWritable(units, currencyOfShop()) ? amount : undefined;
}

/** Returns which keyboard an amount needs: the one of whole numbers has no decimal sign. */
export const amountKeyboard = () => (decimalsOfShop() ? 'decimal' : 'numeric');

/** Returns an amount as an example of what to type: "12.50", and "1,250" in a currency without decimals. */
export function amountExample() {
  const decimals = decimalsOfShop();
  return number(decimals ? 12.5 : 1250, { minimumFractionDigits: decimals });
}
