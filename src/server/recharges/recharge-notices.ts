import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/db.ts';
import { notify } from '../notices/notify.ts';
import type { RechargeRow } from './recharge-view.ts';

export type RechargeEvent = 'report' | 'confirm' | 'reject' | 'send_back' | 'overdue';

/** Tells a shop what became of a recharge. */
export function tellRecharge(
  tx: Database,
  row: RechargeRow,
  { event, at }: { event: RechargeEvent; at: Date },
): Promise<void> {
  const { shopId, no } = row;
  const telling = { shopId, link: `/walletFlow?refNo=${no}`, at };
  const amount = formatMoney(row.amount);
  const received = formatMoney(row.received ?? 0n);
  const expectedBy = row.expectedBy.toISOString();
  const reason = row.reasonCode ?? '';
  switch (event) {
    case 'report':
      return notify(tx, { ...telling, kind: 'recharge_reported', params: { no, amount, expectedBy } });
    case 'confirm':
      if (row.received === row.amount)
        return notify(tx, { ...telling, kind: 'recharge_completed', params: { no, received } });
      return notify(tx, { ...telling, kind: 'recharge_differs', params: { no, amount, received, reason } });
    case 'reject':
      return notify(tx, { ...telling, kind: 'recharge_rejected', params: { no, amount, reason } });
    case 'send_back': {
      const params = { no, arrived: formatMoney(row.arrived ?? 0n), proof: row.sentBackProof ?? '' };
      return notify(tx, { ...telling, kind: 'recharge_sent_back', params });
    }
    case 'overdue':
      return notify(tx, { ...telling, kind: 'recharge_overdue', params: { no, amount, expectedBy } });
  }
}
