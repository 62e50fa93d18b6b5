import { availableOf, frozenOf } from '../../ledger/account-names.ts';
import { type Entry, move } from '../../ledger/ledger.ts';
import type { WithdrawalEvent, WithdrawalState } from './withdrawal-machine.ts';

/** The amounts of a withdrawal that its postings use, in 10^-6 of its currency; `amount` includes the fee. */
export interface WithdrawalMoney {
  shopId: string;
  amount: bigint;
  fee: bigint;
}

/** One posting; its kind occurs once for each withdrawal. */
export interface WithdrawalPosting {
  kind: string;
  entries: Entry[];
}

const clearing = 'P.clearing_withdraw';
const payout = 'world:payout';
const posting = (kind: string, ...entries: Entry[][]): WithdrawalPosting => ({
  kind,
  entries: entries.flat(),
});

/**
 * Returns the postings of an event on a withdrawal in a state.
 * - The fee is taken from the money when it is sent, and is refunded with it, also where the bank sends back what it had
 *   confirmed.
 * - An unconfirmed withdrawal is recalled on hold, at the platform's cost.
 * - A confirmation after the hold has ended is the platform's loss.
 * @example postingsOf('submit', 'submitted', row)[0].entries // M.available:… -W, M.frozen:… W
 */
export function postingsOf(
  event: WithdrawalEvent | 'submit',
  state: WithdrawalState,
  { shopId, amount, fee }: WithdrawalMoney,
): WithdrawalPosting[] {
  const available = availableOf(shopId);
  const frozen = frozenOf(shopId);
  const net = amount - fee;
  switch (event) {
    case 'submit':
      return [posting('withdraw', move(available, frozen, amount))];
    case 'send':
      return [posting('withdraw_sent', move(frozen, clearing, net), move(frozen, 'P.fees', fee))];
    case 'confirm':
      if (state === 'restored') return [posting('withdraw_paid', move('P.loss', payout, net))];
      if (state === 'recalled')
        return [
          posting('hold_release', move(frozen, clearing, net), move(frozen, 'P.fees', fee)),
          posting('withdraw_paid', move(clearing, payout, net)),
        ];
      return [posting('withdraw_paid', move(clearing, payout, net))];
    case 'cancel':
    case 'reject':
      return [posting('withdraw_return', move(frozen, available, amount))];
    case 'give_back': {
      if (state === 'recalled') return [posting('hold_release', move(frozen, available, amount))];
      const from = state === 'paid' ? payout : clearing;
      return [posting('withdraw_return', move(from, available, net), move('P.fees', available, fee))];
    }
    case 'start':
    case 'overdue':
      return [];
    case 'recall':
      return [posting('hold', move(clearing, frozen, net), move('P.fees', frozen, fee))];
    case 'restore':
      return [posting('hold_release', move(frozen, available, amount))];
  }
}
