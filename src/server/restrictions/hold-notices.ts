import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/db.ts';
import { notify } from '../notices/notify.ts';
import type { holds } from '../schema/restrictions.ts';

type HoldRow = typeof holds.$inferSelect;

const link = '/wallet';

/** Tells a shop that money is set aside, or stays so: why, and by when it is looked at again. */
export const tellHold = (
  tx: Database,
  { kind, hold, at }: { kind: 'hold_placed' | 'hold_renewed'; hold: HoldRow; at: Date },
): Promise<void> => {
  const { shopId, amount, reasonCode: reason, reviewBy } = hold;
  const params = { amount: formatMoney(amount), reason, reviewBy: reviewBy.toISOString() };
  return notify(tx, { shopId, kind, params, link, at });
};

/** Tells a shop that money is back in its balance. */
export const tellReleased = (
  tx: Database,
  { hold, reason, at }: { hold: HoldRow; reason: string; at: Date },
): Promise<void> => {
  const params = { amount: formatMoney(hold.amount), reason };
  return notify(tx, { shopId: hold.shopId, kind: 'hold_released', params, link, at });
};
