import type { Input, Output } from '../contract/calls.ts';
import { accounts } from './accounts.ts';
import { call } from './api.ts';
import { intent } from './intent.ts';
import { resource } from './resource.ts';
import { has } from './session.ts';
import { takeWallet, walletFlow } from './wallet.ts';

type Answer = Output<'POST /v1/user/withdraw/add'>;
export type Withdrawal = Answer['withdrawal'];
export type Wish = Pick<Input<'POST /v1/user/withdraw/add'>, 'amount' | 'accountId'>;
type Quoted = Extract<Output<'POST /v1/quote'>, { kind: 'withdraw' }>;
/** Of a server that does not quote only the amount is known. */
export type WithdrawQuote = { kind: 'withdraw'; total: string } & Partial<Quoted>;

/** What a withdrawal would come to; good for minutes, so one that was just asked for is not asked for again. */
export const withdrawQuote = resource(
  async (wish: Wish, signal): Promise<WithdrawQuote> => {
    if (!has('quote')) return { kind: 'withdraw', total: wish.amount };
    const quote = await call('POST /v1/quote', { kind: 'withdraw', ...wish }, { signal, quiet: true });
    return quote as Quoted;
  },
  { freshMs: 5_000 },
);

function changed(answer: Answer | undefined) {
  takeWallet(answer?.wallet);
  walletFlow.stale();
  accounts.stale();
}

/** Money is asked for once, whatever becomes of the answer. */
export const withdrawing = intent('POST /v1/user/withdraw/add', 'withdraw', changed);
/** Takes back what is not sent yet; only where the server names the feature `withdrawCancel`. */
export const takingBack = (id: string) =>
  intent('POST /v1/user/withdraw/cancel', `withdraw-cancel:${id}`, changed);
