import { randomUUID } from 'node:crypto';
import type { Output } from '../../src/contract/calls.ts';
import { decide } from './decide.ts';
import { payPassword, type TestServer, type TestUser } from './server.ts';
import { totalOf } from './total.ts';

export type Withdrawn = Output<'POST /v1/user/withdraw/add'>;
export type Flow = Output<'POST /v1/user/wallet_flow'>;
export type Wallet = Output<'POST /v1/user/wallet'>;

export const withdraw = (
  server: TestServer,
  user: TestUser,
  input: { amount: string; accountId: string; quoteId?: string; payPassword?: string },
  key: string = randomUUID(),
) =>
  server.call<Withdrawn>('POST /v1/user/withdraw/add', { payPassword, ...input }, { token: user.token, key });

export const takeBack = (server: TestServer, user: TestUser, id: string, key: string = randomUUID()) =>
  server.call<Withdrawn>('POST /v1/user/withdraw/cancel', { id }, { token: user.token, key });

/** Returns the bank's reference of a withdrawal, by the name that it is decided by. */
export const proofFor = (withdrawal: string): string => `BANK-REF-${withdrawal}`;

/** Decides on a withdrawal as the operator, with the reason where one is needed; starts its payment before approving. */
export const decideOn = async (
  server: TestServer,
  withdrawal: string,
  step: 'start' | 'approve' | 'reject' | 'paid' | 'returned',
) => {
  const more = {
    start: {},
    approve: { proof: proofFor(withdrawal) },
    reject: { code: 'name_mismatch', reason: 'The account is in the name of L. Haddad.' },
    paid: { proof: proofFor(withdrawal) },
    returned: { code: 'account_closed', reason: 'Closed in January.', proof: `${proofFor(withdrawal)}-BACK` },
  };
  if (step === 'approve') await decide(server.deps, 'withdraw-start', { withdrawal }, 'rosa');
  return decide(server.deps, `withdraw-${step}`, { withdrawal, ...more[step] }, 'rosa') as Promise<{
    status: string;
    step: string;
  }>;
};

/** Returns the balances of a shop and of the platform's accounts, in 10^-6. */
export const balances = async (server: TestServer, { shopId }: TestUser) => {
  const of = (account: string) => totalOf(server.deps.db, account);
  return {
    available: await of(`M.available:${shopId}`),
    frozen: await of(`M.frozen:${shopId}`),
    clearing: await of('P.clearing_withdraw'),
    fees: await of('P.fees'),
    payout: await of('world:payout'),
  };
};
