import { decimalsOf } from './currencies.ts';

/**
 * Decimal text in the shop's currency: `"12.50"`. Never a JSON number, so that no digit is lost. It has at least two
 * decimals in every currency, `"1000.00"` in JPY too: a client reads it without a table of currencies, and only what is
 * written for people and for their spreadsheets has the currency's own. In an input `"1000"` is the same.
 */
export type Money = string;

/** One unit of currency in ledger units (10⁻⁶). */
export const UNITS = 1_000_000n;

/**
 * Returns the smallest amount of a currency above zero, in ledger units of 10⁻⁶.
 *
 * @example unitOf('USD') // 10_000n
 */
export const unitOf = (currency: string | undefined): bigint => 10n ** BigInt(6 - decimalsOf(currency));

/**
 * Returns whether a currency can write an amount, in ledger units of 10⁻⁶: no part of its smallest unit is left over. One
 * that is not known can write all.
 *
 * @example isWritable(1_500_000n, 'JPY') // false
 */
export const isWritable = (units: bigint, currency: string | undefined): boolean =>
  !currency || units % unitOf(currency) === 0n;

/**
 * Rounds an amount from zero up to the smallest one that the currency can write, in ledger units of 10⁻⁶.
 *
 * @example roundUp(500_000n, 'JPY') // 1_000_000n
 */
export const roundUp = (units: bigint, currency: string): bigint => {
  const unit = unitOf(currency);
  return ((units + unit - 1n) / unit) * unit;
};

/** At most twelve digits before the point, so that every amount in ledger units fits a 64-bit integer. */
export const MONEY = /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/;
/** The same for profits and differences, which may be below zero. */
export const SIGNED_MONEY = /^-?(0|[1-9]\d{0,11})(\.\d{1,6})?$/;

/**
 * Parses decimal text into ledger units of 10⁻⁶.
 *
 * @throws RangeError when the text is not Money or SignedMoney; the text itself is not repeated.
 * @example parseMoney('12.5') // 12_500_000n
 */
export function parseMoney(text: Money): bigint {
  if (!SIGNED_MONEY.test(text)) throw new RangeError('Not an amount: expected text such as "12.50".');
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole) * UNITS + BigInt(fraction.padEnd(6, '0'));
  return negative ? -units : units;
}

/**
 * Formats ledger units of 10⁻⁶ as decimal text with at least two and at most six decimals.
 *
 * @example formatMoney(12_500_000n) // "12.50"
 */
export const formatMoney = (units: bigint): Money => decimalText(units, 2);

/**
 * Formats ledger units of 10⁻⁶ for a file or a field of a form: with the decimals of the currency, and all that it cannot
 * write.
 *
 * @example formatIn('JPY', 12_000_000n) // "12"
 */
export const formatIn = (currency: string | undefined, units: bigint): Money =>
  decimalText(units, decimalsOf(currency));

function decimalText(units: bigint, least: number): Money {
  const size = units < 0n ? -units : units;
  const fraction = (size % UNITS).toString().padStart(6, '0').replace(/0+$/, '').padEnd(least, '0');
  return `${units < 0n ? '-' : ''}${size / UNITS}${fraction && `.${fraction}`}`;
}

/**
 * Returns a percentage of an amount, rounded half up to what the currency can write: the one rounding rule for fees, used
 * by the server's quotes and by the client's profit preview. Units are 10⁻⁶, the percentage is decimal text.
 *
 * @example percentOf(parseMoney('86.40'), '5', 'USD') // 4_320_000n
 */
export function percentOf(units: bigint, percent: string, currency: string | undefined): bigint {
  const unit = unitOf(currency);
  const share = units * parseMoney(percent);
  const divisor = unit * UNITS * 100n;
  return ((share + divisor / 2n) / divisor) * unit;
}
