/** The currencies without decimals: those of ISO 4217, and IDR, which is paid without its sen. */
const whole = /^(BIF|CLP|DJF|GNF|IDR|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/;
const inThousandths = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/;
const inTenThousandths = /^(CLF|UYW)$/;

/**
 * Returns how many decimals an amount of a currency has: by ISO 4217 but for IDR, and 2 for a stablecoin or where the
 * currency is not known. A table, since `Intl` differs: HUF has no decimals in Node and Chromium, and two in Firefox.
 *
 * @example decimalsOf('KWD') // 3
 */
export function decimalsOf(currency: string | undefined): number {
  if (!currency) return 2;
  if (whole.test(currency)) return 0;
  if (inThousandths.test(currency)) return 3;
  return inTenThousandths.test(currency) ? 4 : 2;
}
