import { isEtherAddress, isTronAddress } from '../../../contract/address.ts';
import type { Parsed } from '../../../contract/calls.ts';
import { invalidField } from '../../platform/refuse.ts';
import type { PayTo } from '../../schema/withdrawals.ts';
import type { AccountRow } from './account-row.ts';

type Added = Parsed<'POST /v1/user/bank/add'>;
type Edited = Parsed<'POST /v1/user/bank/edit'>;

/**
 * Returns the one spelling that is stored of an address, so that it is not added twice: its case is only a checksum.
 */
const canonicalAddress = (type: PayTo['type'], address: string) =>
  type === 'etc_usdt' ? address.toLowerCase() : address;

const noted = (text: string | undefined): string | null => text || null;

/** Returns the account that a merchant typed. */
export function payToOf(input: Added): PayTo {
  if (input.type !== 'bank_card') {
    const none = { bankName: null, accountName: null, branchNo: null };
    const number = canonicalAddress(input.type, input.address);
    return { type: input.type, ...none, number, note: noted(input.note) };
  }
  const { type, bankName, accountName, branchNo, cardNo } = input;
  return { type, bankName, accountName, branchNo: noted(branchNo), number: cardNo, note: null };
}

const cardFields = ['bankName', 'cardNo', 'accountName', 'branchNo'] as const;
const walletFields = ['address', 'note'] as const;

function requireFieldsOf(type: PayTo['type'], input: Edited): void {
  const foreign = type === 'bank_card' ? walletFields : cardFields;
  const field = foreign.find((name) => input[name] !== undefined);
  if (field) throw invalidField(field, 'not_of_this_type');
  if (type === 'trx_usdt' && input.address !== undefined && !isTronAddress(input.address))
    throw invalidField('address', 'tron_address');
  if (type === 'etc_usdt' && input.address !== undefined && !isEtherAddress(input.address))
    throw invalidField('address', 'ether_address');
}

/** Returns the account after a change; refuses a field that its type does not have, or an invalid one. */
export function editedPayTo(row: AccountRow, input: Edited): PayTo {
  requireFieldsOf(row.type, input);
  const typed = input.cardNo ?? input.address;
  return {
    type: row.type,
    bankName: input.bankName ?? row.bankName,
    accountName: input.accountName ?? row.accountName,
    branchNo: input.branchNo === undefined ? row.branchNo : noted(input.branchNo),
    number: typed === undefined ? row.number : canonicalAddress(row.type, typed),
    note: input.note === undefined ? row.note : noted(input.note),
  };
}

/** Returns whether money would go to another account or name; a note does not count. */
export const paysElsewhere = (before: PayTo, after: PayTo): boolean =>
  before.number !== after.number ||
  before.bankName !== after.bankName ||
  before.accountName !== after.accountName ||
  before.branchNo !== after.branchNo;
