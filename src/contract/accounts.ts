import * as v from 'valibot';
import { account, accountFields, branchNo, cardNo, note } from './account.ts';
import { isEtherAddress, isTronAddress } from './address.ts';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { count, id, line, payPassword, time } from './fields.ts';
import { problemMessage } from './messages.ts';

const anyAddress = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.check((text) => isTronAddress(text) || isEtherAddress(text), problemMessage('address')),
);
const tronChecked = v.pipe(
  accountFields.trx_usdt.entries.address,
  v.check(isTronAddress, problemMessage('tron_address')),
);
const etherChecked = v.pipe(
  accountFields.etc_usdt.entries.address,
  v.check(isEtherAddress, problemMessage('ether_address')),
);

/** A new account; `type` determines its fields. The payment password is sent with it. */
const accountAddInput = v.variant('type', [
  v.object({ type: v.literal('bank_card'), ...accountFields.bank_card.entries, payPassword }),
  v.object({
    type: v.literal('etc_usdt'),
    ...accountFields.etc_usdt.entries,
    address: etherChecked,
    payPassword,
  }),
  v.object({
    type: v.literal('trx_usdt'),
    ...accountFields.trx_usdt.entries,
    address: tronChecked,
    payPassword,
  }),
]);

/** Contains only the changed fields; an address must also fit the account's type, which the server checks. */
const accountEditInput = v.pipe(
  v.object({
    id,
    bankName: v.optional(line(1, 64)),
    cardNo: v.optional(cardNo),
    accountName: v.optional(line(1, 64)),
    branchNo: v.optional(branchNo),
    address: v.optional(anyAddress),
    note: v.optional(note),
    payPassword,
  }),
  v.check((input) => changesSomething(input), problemMessage('nothing_changed')),
);

export const accountsCalls = {
  'POST /v1/user/bank/list': {
    about: 'Withdrawal accounts of the user.',
    input: v.object({}),
    output: v.object({ list: v.array(account), used: count, max: count }),
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
    whileBlocked: true,
  },
  'POST /v1/user/bank/add': {
    about: 'Add a withdrawal account: a bank card or a wallet address.',
    input: accountAddInput,
    output: v.object({ account, used: count, max: count, usableFrom: time }),
    codes: userCodes(442, 444, 445, 446),
    auth: 'user',
    effect: 'keyed',
    proof: 'payPassword',
    whileBlocked: true,
  },
  'POST /v1/user/bank/edit': {
    about: 'Change a withdrawal account that no withdrawal is using.',
    input: accountEditInput,
    output: v.object({ account, usableFrom: time }),
    codes: userCodes(203, 405, 445, 446, 451),
    auth: 'user',
    effect: 'keyed',
    proof: 'payPassword',
  },
  'POST /v1/user/bank/del': {
    about: 'Remove a withdrawal account that no withdrawal is using.',
    input: v.object({ id, payPassword }),
    output: v.object({ used: count }),
    codes: userCodes(203, 445, 446, 451),
    auth: 'user',
    effect: 'keyed',
    proof: 'payPassword',
  },
} as const satisfies CallSpecs;

function changesSomething({
  id: _,
  payPassword: __,
  ...changes
}: {
  id: string;
  payPassword: string;
}): boolean {
  return Object.values(changes).some((value) => value !== undefined);
}
