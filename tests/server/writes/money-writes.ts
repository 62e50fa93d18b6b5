import { codes } from '../../../src/contract/errors.ts';
import { addAccount, card, usableAccount } from '../../harness/bank.ts';
import { asFile } from '../../harness/form.ts';
import { verify } from '../../harness/identity.ts';
import { hashOf, openTronChannel } from '../../harness/recharging.ts';
import { jpeg } from '../../harness/sample-files.ts';
import { payPassword } from '../../harness/server.ts';
import { withdraw } from '../../harness/withdrawing.ts';
import { type Desk, field, type Write } from './write.ts';

const accounts = (path: string) => field('POST /v1/user/bank/list', path);
const frozen = field('POST /v1/user/wallet', 'frozenAmount');
const account = async ({ server, user }: Desk) => (await addAccount(server, user)).data.account.id;

/** Accounts, withdrawals, recharges. */
export const moneyWrites: Write[] = [
  {
    call: 'POST /v1/user/bank/add',
    read: accounts('used'),
    was: 0,
    becomes: 1,
    again: codes.addFailed,
    input: () => ({ ...card, payPassword }),
  },
  {
    call: 'POST /v1/user/bank/edit',
    read: accounts('list.0.bankName'),
    was: 'DEMO Bank',
    becomes: 'Another Bank',
    again: codes.ok,
    input: async (desk) => ({ id: await account(desk), bankName: 'Another Bank', payPassword }),
  },
  {
    call: 'POST /v1/user/bank/del',
    read: accounts('used'),
    was: 1,
    becomes: 0,
    again: codes.withdrawalAccountNotFound,
    input: async (desk) => ({ id: await account(desk), payPassword }),
  },
  {
    call: 'POST /v1/user/withdraw/add',
    read: frozen,
    was: '0.00',
    becomes: '20.00',
    again: codes.ok,
    input: async ({ server, user }) => ({
      amount: '20.00',
      accountId: (await usableAccount(server, user)).id,
      payPassword,
    }),
  },
  {
    call: 'POST /v1/user/withdraw/cancel',
    read: frozen,
    was: '20.00',
    becomes: '0.00',
    again: codes.invalidOperation,
    input: async ({ server, user }) => {
      const { id: accountId } = await usableAccount(server, user);
      return { id: (await withdraw(server, user, { amount: '20.00', accountId })).data.withdrawal.id };
    },
  },
  {
    call: 'POST /v1/order/channel/pay',
    was: 1,
    becomes: 2,
    again: codes.invalidOperation,
    read: field('POST /v1/user/wallet_flow', 'list.length', () => ({ kinds: ['recharge'] })),
    input: async ({ server, user }) => {
      await verify(server, user);
      const { id: channelId } = await openTronChannel(server);
      const certificate = asFile(jpeg(), 'proof.jpg');
      return { channelId, amount: '50.00', txHash: hashOf(user.shopId), certificate };
    },
  },
];
