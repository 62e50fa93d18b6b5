import { randomUUID } from 'node:crypto';
import type { Output } from '../../src/contract/calls.ts';
import { passTime } from './pass-time.ts';
import { payPassword, type TestServer, type TestUser } from './server.ts';

/** Public contract addresses of TRON tokens, and an example of EIP-55. */
export const tron = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'] as const;
export const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const card = {
  type: 'bank_card',
  bankName: 'DEMO Bank',
  cardNo: '6222 0212 3456 7890',
  accountName: 'Amina Haddad',
  branchNo: '001',
};

export type Added = Output<'POST /v1/user/bank/add'>;

export const addAccount = (server: TestServer, user: TestUser, account: object = card) =>
  server.call<Added>(
    'POST /v1/user/bank/add',
    { payPassword, ...account },
    { token: user.token, key: randomUUID() },
  );

/** Adds an account and advances the clock until money can be withdrawn to it. */
export async function usableAccount(server: TestServer, user: TestUser, account: object = card) {
  const { data } = await addAccount(server, user, account);
  await passTime(server, user, Date.parse(data.usableFrom) - server.clock.now().getTime());
  return data.account;
}
