import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/db.ts';
import { notify } from '../notices/notify.ts';
import type { WithdrawEvent } from './withdrawal-machine.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** Where the app shows a withdrawal: the flow's rows of its number. */
const linkTo = ({ no }: WithdrawalRow) => `/walletFlow?refNo=${no}`;

/** Tells a shop what became of its withdrawal. */
export function tellWithdrawal(
  tx: Database,
  row: WithdrawalRow,
  { event, at }: { event: WithdrawEvent | 'submit' | 'overdue'; at: Date },
): Promise<void> {
  const { shopId, no } = row;
  const telling = { shopId, link: linkTo(row), at };
  const amount = formatMoney(row.amount);
  const net = formatMoney(row.amount - row.fee);
  const expectedBy = row.expectedBy.toISOString();
  const reason = row.reasonCode ?? '';
  switch (event) {
    case 'submit':
      return notify(tx, { ...telling, kind: 'withdrawal_submitted', params: { no, amount, expectedBy } });
    case 'send':
      return notify(tx, { ...telling, kind: 'withdrawal_sent', params: { no, net, expectedBy } });
    case 'confirm':
      return notify(tx, { ...telling, kind: 'withdrawal_paid', params: { no, net, proof: row.proof ?? '' } });
    case 'cancel':
      return notify(tx, { ...telling, kind: 'withdrawal_cancelled', params: { no, amount } });
    case 'reject':
      return notify(tx, { ...telling, kind: 'withdrawal_rejected', params: { no, amount, reason } });
    case 'give_back':
      return notify(tx, { ...telling, kind: 'withdrawal_returned', params: { no, amount, reason } });
    case 'overdue':
      return notify(tx, { ...telling, kind: 'withdrawal_overdue', params: { no, amount, expectedBy } });
  }
}
