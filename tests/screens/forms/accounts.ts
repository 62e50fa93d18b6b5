import BankEdit from '../../../src/screens/accounts/bank-edit.tsx';
import BankList from '../../../src/screens/accounts/bank-list.tsx';
import LoginPassword from '../../../src/screens/login-password/login-password.tsx';
import PayPassword from '../../../src/screens/pay-password/pay-password.tsx';
import Recharge from '../../../src/screens/recharges/recharge.tsx';
import History from '../../../src/screens/withdrawals/history.tsx';
import Withdraw from '../../../src/screens/withdrawals/withdraw.tsx';
import { addAccount, tron, usableAccount } from '../../harness/bank.ts';
import { verify } from '../../harness/identity.ts';
import { hashOf, openTronChannel } from '../../harness/recharging.ts';
import { password, payPassword } from '../../harness/server.ts';
import { withdraw } from '../../harness/withdrawing.ts';
import { byPin, type FormCase, fund, next, photo, picked, type World } from './form-case.ts';

const rich = async (world: World) => {
  await fund(world, 500n);
  return usableAccount(world.client.server, world.user);
};
const pins = ['[name=oldPassword]', '[name=newPassword]', '[name=confirmPassword]'];

/** Forms about money that comes and goes, and about where it goes to. */
export const accountForms: readonly FormCase[] = [
  {
    name: 'report a recharge',
    file: 'recharges/recharge-form',
    at: async ({ client, user }) => {
      // With a single network there would be nothing to choose.
      await openTronChannel(client.server);
      await openTronChannel(client.server, { name: 'USDT (second)', address: tron[1] });
      await verify(client.server, user);
      return '/recharge';
    },
    screen: Recharge,
    fields: () => ({
      '[type=radio]': picked,
      '[name=amount]': '50,00',
      '[name=txHash]': hashOf('matrix'),
      '[type=file]': photo('proof.jpg'),
    }),
    call: 'POST /v1/order/channel/pay',
  },
  {
    name: 'withdraw',
    file: 'withdrawals/withdraw-sheet',
    at: async (world) => {
      await rich(world);
      return '/withdraw';
    },
    screen: Withdraw,
    fields: () => ({ '[type=radio]': picked, '[name=amount]': '50,00' }),
    ...byPin(next),
    call: 'POST /v1/user/withdraw/add',
  },
  {
    name: 'take a withdrawal back',
    file: 'withdrawals/take-back-sheet',
    at: async (world) => {
      const { id } = await rich(world);
      const { data } = await withdraw(world.client.server, world.user, { amount: '50.00', accountId: id });
      return `/history?no=${data.withdrawal.no}`;
    },
    screen: History,
    way: ['.btn.block'],
    fields: () => ({}),
    submit: 'dialog .cells .btn:last-child',
    call: 'POST /v1/user/withdraw/cancel',
  },
  {
    name: 'add an account',
    file: 'accounts/account-add',
    at: async () => '/bankEdit?type=trx_usdt',
    screen: BankEdit,
    fields: () => ({ '[name=address]': tron[0], '[name=note]': 'Savings' }),
    ...byPin(next),
    call: 'POST /v1/user/bank/add',
  },
  {
    name: 'change an account',
    file: 'accounts/account-edit',
    at: async ({ client, user }) => `/bankEdit?id=${(await addAccount(client.server, user)).data.account.id}`,
    screen: BankEdit,
    fields: () => ({ '[name=bankName]': 'Olive Bank', '[name=branchNo]': '014' }),
    ...byPin(next),
    call: 'POST /v1/user/bank/edit',
  },
  {
    name: 'remove an account',
    file: 'accounts/remove-sheet',
    at: async ({ client, user }) => {
      await addAccount(client.server, user);
      return '/bankList';
    },
    screen: BankList,
    way: ['li button', 'dialog button.btn'],
    fields: () => ({}),
    ...byPin(),
    call: 'POST /v1/user/bank/del',
  },
  {
    name: 'change the payment password',
    file: 'pay-password/pay-password-form',
    at: async () => '/payPassword',
    screen: PayPassword,
    fields: () => Object.fromEntries(pins.map((name, at) => [name, at === 0 ? payPassword : '864209'])),
    secret: pins,
    call: 'POST /v1/user/update_pay_password',
  },
  {
    name: 'change the login password',
    file: 'login-password/login-password',
    at: async () => '/loginPassword',
    screen: LoginPassword,
    fields: () => Object.fromEntries(pins.map((name, at) => [name, at === 0 ? password : 'another-one-1'])),
    secret: pins,
    call: 'POST /v1/user/update_password',
  },
  {
    name: 'reset the payment password',
    file: 'pay-password/pay-password-form',
    at: async () => '/payPassword?reset=1',
    screen: PayPassword,
    fields: () => ({
      '[name=loginPassword]': password,
      '[name=verifyCode]': '482915',
      '[name=newPassword]': '864209',
      '[name=confirmPassword]': '864209',
    }),
    secret: ['[name=loginPassword]', '[name=verifyCode]', ...pins.slice(1)],
    call: 'POST /v1/user/reset_pay_password',
  },
];
