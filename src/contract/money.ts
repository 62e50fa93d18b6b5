/** Decimal text in the shop's currency: `"12.50"`. Never a JSON number, so that no digit is lost. */
export type Money = string;

/** One unit of currency in ledger units (10⁻⁶). */
export const UNITS = 1_000_000n;
const CENT = UNITS / 100n;

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
export function formatMoney(units: bigint): Money {
  const size = units < 0n ? -units : units;
  const fraction = (size % UNITS)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${units < 0n ? '-' : ''}${size / UNITS}.${fraction}`;
}

/**
 * Returns a percentage of an amount, rounded half up to whole cents: the one rounding rule for fees, used by the
 * server's quotes and by the client's profit preview. Units are 10⁻⁶, the percentage is decimal text.
 *
 * @example percentOf(parseMoney('86.40'), '5') // 4_320_000n
 */
export function percentOf(units: bigint, percent: string): bigint {
  const share = units * parseMoney(percent);
  const cent = CENT * UNITS * 100n;
  return ((share + cent / 2n) / cent) * CENT;
}

/**
 * Converts Arabic-Indic, Persian and full-width digits and decimal points to ASCII; leaves all other characters
 * unchanged.
 *
 * @example foldDigits('١٢٫٥٠') // "12.50"
 */
export function foldDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, asciiDigit)
    .replace(/[\u066b\uff0e]/g, '.');
}

/**
 * Returns the ASCII digit of another script's: in each of the three rows the last four bits of a digit's code point are
 * its value.
 */
function asciiDigit(digit: string): string {
  return String(digit.charCodeAt(0) & 0xf);
}

/** Thousands in groups of three, of which a hasty hand leaves out the first signs; then the decimals, if there are any. */
const grouped = /^[1-9]\d*([.,])\d{3}(?:\1\d{3})*(?:(?!\1)([.,])\d*)?$/;

/**
 * Folds the text of an amount field: digits, spaces, signs between thousands, and the decimal comma, on which many
 * keyboards have no point. The result still has to pass the Money check, which it does not where two readings are a
 * thousand times apart: "1.000" where the language writes a comma, and with no decimal sign "1,000" too.
 *
 * @example foldAmount(' 1.234,50 ', ',') // "1234.50"
 */
export function foldAmount(typed: string, decimalSign: string): string {
  const text = foldDigits(typed)
    .trim()
    .replace(/[\s\u066c](?=\d{3}(?!\d))/g, '')
    .replace(/[\u060c\uff0c]/g, ',');
  const [, sign, decimal] = grouped.exec(text) ?? [];
  if (!sign) return text.replace(decimalSign === ',' ? ',' : /,(?=\d\d?$)/, '.');
  const groups = text.split(sign);
  if (decimal || groups.length > 2) return groups.join('').replace(',', '.');
  return groups.join(sign === decimalSign ? '.' : ',');
}
