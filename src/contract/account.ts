import * as v from 'valibot';
import { flat, id, line, time } from './fields.ts';
import { problemMessage } from './messages.ts';
import { foldDigits } from './typed-text.ts';

// Separate from accounts.ts, so that withdrawals can name an account without the hashing that adding one needs.

/** The specification's three types; `etc_usdt` takes an address of the Ethereum form, `trx_usdt` one of TRON. */
export const accountTypes = ['bank_card', 'etc_usdt', 'trx_usdt'] as const;

/** An account that withdrawals are paid to. Numbers and addresses are masked but for the part that identifies them. */
export const account = v.object({
  id,
  type: v.picklist(accountTypes),
  bankName: v.nullable(v.string()),
  accountName: v.nullable(v.string()),
  branchNo: v.nullable(v.string()),
  last4: v.string(),
  addressMasked: v.nullable(v.string()),
  note: v.nullable(v.string()),
  usableFrom: time,
  /** A withdrawal to it is pending: it cannot be changed or removed. */
  inUse: v.boolean(),
  /** Whether its holder differs from the verified person behind the shop; absent where the two cannot be compared. */
  nameDiffers: v.optional(v.boolean()),
});

/** The form of a TRON address: base58 of 25 bytes, the first of which makes it begin with T. */
export const tronShape = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** The form of an Ethereum address: 20 bytes in hex. */
export const etherShape = /^0x[0-9a-fA-F]{40}$/;

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
