// What people type, in the digits and signs that the checks of the contract expect.

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
 * thousand times apart: "1.000" where the language writes a comma, and with no decimal sign "1,000" too. Where the
 * currency has no `decimals`, both are a thousand.
 *
 * @example foldAmount(' 1.234,50 ', ',') // "1234.50"
 * @example foldAmount('12.000', ',', decimalsOf('IDR')) // "12000"
 */
export function foldAmount(typed: string, decimalSign: string, decimals = 2): string {
  const text = foldDigits(typed)
    .trim()
    .replace(/[\s\u066c](?=\d{3}(?!\d))/g, '')
    .replace(/[\u060c\uff0c]/g, ',');
  const [, sign, decimal] = grouped.exec(text) ?? [];
  if (!sign) return text.replace(decimalSign === ',' ? ',' : /,(?=\d\d?$)/, '.');
  const groups = text.split(sign);
  if (decimal || groups.length > 2 || decimals === 0) return groups.join('').replace(',', '.');
  return groups.join(sign === decimalSign ? '.' : ',');
}
