import * as v from 'valibot';
import { etherShape, tronShape } from './address-shape.ts';
import { flat, line } from './fields.ts';
import { foldDigits } from './money.ts';
import { problemMessage } from './problem-message.ts';

/** The number of a bank card or a bank account, or an IBAN: 8 to 34 digits and letters, grouped in any way. */
export const cardNo = v.pipe(
  v.string(),
  v.transform(compactNumber),
  v.nonEmpty(),
  v.minLength(8),
  v.maxLength(34),
  v.regex(/^[0-9A-Z]+$/, problemMessage('digits_letters')),
);
const address = (shape: RegExp, kind: 'tron_address' | 'ether_address') =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.regex(shape, problemMessage(kind)));
const tronAddress = address(tronShape, 'tron_address');
const etherAddress = address(etherShape, 'ether_address');
/** The number of the bank's branch, where its country has such numbers. */
export const branchNo = v.pipe(
  v.string(),
  v.transform(foldDigits),
  v.transform(flat),
  v.trim(),
  v.maxLength(32),
);
/** The merchant's own note on a wallet. */
export const note = v.pipe(v.string(), v.transform(flat), v.trim(), v.maxLength(32));

/**
 * The typed fields of each type of account. The server checks an address's checksum: hashing would add 4 kB to a form.
 */
export const accountFields = {
  bank_card: v.object({
    bankName: line(1, 64),
    cardNo,
    accountName: line(1, 64),
    branchNo: v.optional(branchNo),
  }),
  etc_usdt: v.object({ address: etherAddress, note: v.optional(note) }),
  trx_usdt: v.object({ address: tronAddress, note: v.optional(note) }),
};

/** Removes the grouping of a card number and folds the digits of other scripts. */
export function compactNumber(typed: string): string {
  return foldDigits(typed).replace(/[\s-]/g, '').toUpperCase();
}
