import { formatMoney } from '../../../contract/money.ts';
import { after } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { notify } from '../../shops/notices/notify.ts';
import type { WithdrawalEvent, WithdrawalState } from './withdrawal-machine.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** Notifies a shop of a change of its withdrawal. */
export function notifyWithdrawal(
  { db: tx, config }: Deps,
  row: WithdrawalRow,
  {
    event,
    at,
    to,
    statementId,
  }: {
    event: WithdrawalEvent | 'submit' | 'late';
    at: Date;
    to?: WithdrawalState;
    /** The statement that the merchant can appeal, where reasons were given. */
    statementId?: string | null;
  },
): Promise<void> {
  const { shopId, no } = row;
  const common = { shopId, statementId, at };
  const amount = formatMoney(row.amount);
  const net = formatMoney(row.amount - row.fee);
  const expectedBy = row.expectedBy.toISOString();
  const reason = row.reasonCode ?? '';
  // The merchant has been paid already: the platform's loss does not concern the shop.
  if (to === 'lost') return Promise.resolve();
  switch (event) {
    case 'start':
      // Within hours it is sent, which has a notice, or can be cancelled again.
      return Promise.resolve();
    case 'submit':
      return notify(tx, { ...common, kind: 'withdrawal_submitted', params: { no, amount, expectedBy } });
    case 'send':
      return notify(tx, { ...common, kind: 'withdrawal_sent', params: { no, net, expectedBy } });
    case 'confirm':
      return notify(tx, { ...common, kind: 'withdrawal_paid', params: { no, net, proof: row.proof ?? '' } });
    case 'cancel':
      return notify(tx, { ...common, kind: 'withdrawal_cancelled', params: { no, amount } });
    case 'reject':
      return notify(tx, { ...common, kind: 'withdrawal_rejected', params: { no, amount, reason } });
    case 'give_back':
      return notify(tx, { ...common, kind: 'withdrawal_returned', params: { no, amount, reason } });
    case 'late':
      return notify(tx, { ...common, kind: 'withdrawal_overdue', params: { no, amount, expectedBy } });
    case 'overdue': {
      const backAt = after(at, config.timing.withdrawalRecall).toISOString();
      return notify(tx, { ...common, kind: 'withdrawal_unconfirmed', params: { no, net, backAt } });
    }
    case 'recall': {
      const releaseAt = after(at, config.timing.withdrawalRelease).toISOString();
      return notify(tx, { ...common, kind: 'withdrawal_recalled', params: { no, amount, releaseAt } });
    }
    case 'restore':
      return notify(tx, { ...common, kind: 'withdrawal_restored', params: { no, amount } });
  }
}
