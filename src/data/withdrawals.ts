import type { Input, Output } from '../contract/calls.ts';
import { accountsResource } from './accounts.ts';
import { call } from './api.ts';
import { command } from './command.ts';
import { resource } from './resource.ts';
import { hasFeature } from './session.ts';
import { updateWallet, walletFlowResource } from './wallet.ts';

type Answer = Output<'POST /v1/user/withdraw/add'>;
export type Withdrawal = Answer['withdrawal'];
export type WithdrawalInput = Pick<Input<'POST /v1/user/withdraw/add'>, 'amount' | 'accountId'>;
type Quoted = Extract<Output<'POST /v1/quote'>, { kind: 'withdraw' }>;
/** A server that does not quote sends only the amount. */
export type WithdrawQuote = { kind: 'withdraw'; total: string } & Partial<Quoted>;

/** Quotes a withdrawal; valid for minutes, so a fresh quote is not requested again. */
export const withdrawQuoteResource = resource(
  async (input: WithdrawalInput, signal): Promise<WithdrawQuote> => {
    if (!hasFeature('quote')) return { kind: 'withdraw', total: input.amount };
    const quote = await call('POST /v1/quote', { kind: 'withdraw', ...input }, { signal, quiet: true });
    return quote as Quoted;
  },
  { freshMs: 5_000 },
);

const changes = {
  patch: (answer: Answer | undefined) => updateWallet(answer?.wallet),
  invalidates: [walletFlowResource, accountsResource],
};

/** Requests a withdrawal; a lost answer never withdraws twice, as one key serves all attempts. */
export const withdrawalRequest = command('POST /v1/user/withdraw/add', { intention: 'withdraw', ...changes });
/** Cancels a withdrawal that is not sent yet; only where the server names the feature `withdrawCancel`. */
export const withdrawalCancel = (id: string) =>
  command('POST /v1/user/withdraw/cancel', { intention: `withdraw-cancel:${id}`, ...changes });
