import { formatMoney } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/db.ts';
import { notify } from '../notices/notify.ts';
import type { HoldRow } from './holds.ts';

/** Notifies a shop that an amount is on hold, or stays so: why, and by when it is reviewed. */
export const notifyHold = (
  tx: Database,
  { kind, hold, at }: { kind: 'hold_placed' | 'hold_renewed'; hold: HoldRow; at: Date },
): Promise<void> => {
  const { shopId, amount, reasonCode: reason, reviewBy } = hold;
  const params = { amount: formatMoney(amount), reason, reviewBy: reviewBy.toISOString() };
  return notify(tx, { shopId, kind, params, at });
};

/** Notifies a shop that an amount is back in its balance. */
export const notifyReleased = (
  tx: Database,
  { hold, reason, at }: { hold: HoldRow; reason: string; at: Date },
): Promise<void> => {
  const params = { amount: formatMoney(hold.amount), reason };
  return notify(tx, { shopId: hold.shopId, kind: 'hold_released', params, at });
};
