import { formatMoney } from '../../../contract/money.ts';
import type { Deps } from '../../platform/context.ts';
import { notify } from '../../shops/notices/notify.ts';
import type { RechargeRow } from './recharge-row.ts';
import { sendBackDates } from './send-back-date.ts';

type RechargeNotice =
  | 'report'
  | 'confirm'
  | 'reject'
  | 'send_back'
  | 'overdue'
  | 'set_apart'
  | 'send_back_overdue';

/** Notifies a shop of the result of a recharge. */
export async function notifyRecharge(
  { db: tx, config }: Deps,
  row: RechargeRow,
  {
    event,
    at,
    statementId,
  }: {
    event: RechargeNotice;
    at: Date;
    /** The statement that the merchant can appeal, where reasons were given. */
    statementId?: string | null;
  },
): Promise<void> {
  const { shopId, no } = row;
  const common = { shopId, statementId, at };
  const amount = formatMoney(row.amount);
  const received = formatMoney(row.received ?? 0n);
  const expectedBy = row.expectedBy.toISOString();
  const reason = row.reasonCode ?? '';
  const arrived = formatMoney(row.arrived ?? 0n);
  switch (event) {
    case 'report':
      return notify(tx, { ...common, kind: 'recharge_reported', params: { no, amount, expectedBy } });
    case 'confirm':
      if (row.received === row.amount)
        return notify(tx, { ...common, kind: 'recharge_completed', params: { no, received } });
      return notify(tx, { ...common, kind: 'recharge_differs', params: { no, amount, received, reason } });
    case 'reject':
      return notify(tx, { ...common, kind: 'recharge_rejected', params: { no, amount, reason } });
    case 'send_back': {
      const params = { no, arrived, proof: row.sentBackProof ?? '' };
      return notify(tx, { ...common, kind: 'recharge_sent_back', params });
    }
    case 'set_apart':
    case 'send_back_overdue': {
      const kind = event === 'set_apart' ? 'recharge_to_send_back' : 'recharge_not_sent_back';
      const sendBackBy = (await sendBackDates(tx, [row], config)).get(row.id)?.toISOString() ?? '';
      return notify(tx, { ...common, kind, params: { no, arrived, by: sendBackBy } });
    }
    case 'overdue':
      return notify(tx, { ...common, kind: 'recharge_overdue', params: { no, amount, expectedBy } });
  }
}
