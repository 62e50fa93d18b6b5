import { availableOf, frozenOf } from '../ledger/account-names.ts';
import { type Entry, move } from '../ledger/ledger.ts';
import type { WithdrawEvent } from './withdrawal-machine.ts';

/** The figures of a withdrawal that postings are made of, in 10^-6 of its currency; `amount` holds the fee. */
export interface WithdrawalMoney {
  shopId: string;
  amount: bigint;
  fee: bigint;
}

/** Kinds of the postings: together with the withdrawal's id each can happen once, so it comes back once at the most. */
export const withdrawalKinds: Record<WithdrawEvent | 'submit', string> = {
  submit: 'withdraw',
  send: 'withdraw_sent',
  confirm: 'withdraw_paid',
  cancel: 'withdraw_return',
  reject: 'withdraw_return',
  give_back: 'withdraw_return',
};

const clearing = 'P.clearing_withdraw';

/**
 * The ledger entries of an event on a withdrawal. The fee is taken when the money is sent, out of it, and comes back
 * with it.
 * @example entriesOfWithdrawal('submit', row) // [{ account: 'M.available:…', amount: -W }, { account: 'M.frozen:…', amount: W }]
 */
export function entriesOfWithdrawal(event: WithdrawEvent | 'submit', money: WithdrawalMoney): Entry[] {
  const { shopId, amount, fee } = money;
  const available = availableOf(shopId);
  const frozen = frozenOf(shopId);
  switch (event) {
    case 'submit':
      return move(available, frozen, amount);
    case 'send':
      return [...move(frozen, clearing, amount - fee), ...move(frozen, 'P.fees', fee)];
    case 'confirm':
      return move(clearing, 'world:payout', amount - fee);
    case 'cancel':
    case 'reject':
      return move(frozen, available, amount);
    case 'give_back':
      return [...move(clearing, available, amount - fee), ...move('P.fees', available, fee)];
  }
}
