import { isEtherAddress, isTronAddress } from '../../../contract/address.ts';
import { foldDigits } from '../../../contract/money.ts';

/** A kind of place to pay to. */
export type PaymentTarget = 'has_address' | 'has_card_number';

/** Normalises a text for matching: removes invisible characters, and unifies variants of letters and digits. */
export const normalise = (text: string): string => foldDigits(text.normalize('NFKC').replace(/\p{Cf}/gu, ''));

const shapes: readonly RegExp[] = [
  // TRON and the older Bitcoin addresses: base58.
  /(?<![A-Za-z0-9])[T13][1-9A-HJ-NP-Za-km-z]{25,33}(?![A-Za-z0-9])/u,
  /(?<![A-Za-z0-9])0x[0-9a-f]{40}(?![0-9a-f])/iu,
  /(?<![A-Za-z0-9])(?:bc|tb)1[02-9ac-hj-np-z]{25,87}(?![A-Za-z0-9])/iu,
];

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns whether a text holds an address with characters in between; checked by its checksum, so that ordinary words
 * do not match.
 */
function hasSplitAddress(text: string): boolean {
  const letters = lettersOf(text);
  for (let at = letters.indexOf('T'); at !== -1; at = letters.indexOf('T', at + 1))
    if (isTronAddress(letters.slice(at, at + 34))) return true;
  for (const { index } of letters.matchAll(/0x[0-9a-f]{40}(?![0-9a-f])/giu))
    if (isEtherAddress(`0x${letters.slice(index + 2, index + 42)}`)) return true;
  return false;
}

/** Returns whether letters and digits are a bank account number by ISO 13616: the remainder by 97 is 1. */
function isIban(letters: string): boolean {
  let rest = 0;
  for (const letter of letters.slice(4) + letters.slice(0, 4))
    for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

// Each country has one length, so that two letters and a number in a sentence rarely match.
const ibanLengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
    'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 ' +
    'SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

function hasIban(text: string): boolean {
  for (const { index } of text.matchAll(/(?<![A-Za-z0-9])[A-Z]{2}[ -]?[0-9]{2}/giu)) {
    const letters = lettersOf(text.slice(index, index + 70)).toUpperCase();
    const number = letters.slice(0, ibanLengths.get(letters.slice(0, 2)) ?? 0);
    if (/^[A-Z0-9]{15,}$/.test(number) && isIban(number)) return true;
  }
  return false;
}

/**
 * Returns whether digits are a card number: with every second one from the right doubled, their sum is a multiple of
 * ten (Luhn).
 */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && !/^0+$/.test(digits);
}

function hasCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[ .\u00a0-]?\d){12,18}(?!\d)/gu)) {
    const digits = run.replace(/\D/gu, '');
    if (isCardNumber(digits)) return true;
  }
  return false;
}

/**
 * Finds somewhere to pay to in a text: an address of TRON, Ethereum or Bitcoin, an IBAN, or the number of a card.
 * @returns what was found; null where there is none
 */
export function findPaymentTarget(text: string): PaymentTarget | null {
  const written = normalise(text);
  if (shapes.some((shape) => shape.test(written)) || hasSplitAddress(written) || hasIban(written))
    return 'has_address';
  return hasCardNumber(written) ? 'has_card_number' : null;
}
