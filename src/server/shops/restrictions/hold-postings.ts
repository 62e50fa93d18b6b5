import { availableOf, frozenOf } from '../../ledger/account-names.ts';
import { move, post } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/database/db.ts';
import type { HoldRow } from './holds.ts';

type HeldAmount = Pick<HoldRow, 'id' | 'shopId' | 'amount'>;

interface Cause {
  actor: string;
  at: Date;
  reason: string;
}

/**
 * Posts that an amount is on hold: it leaves the balance.
 * @throws Refusal 424 where the balance is lower
 */
export async function postHold(
  tx: Database,
  { id, shopId, amount }: HeldAmount,
  cause: Cause,
): Promise<void> {
  const entries = move(availableOf(shopId), frozenOf(shopId), amount);
  await post(tx, { ...cause, kind: 'hold', ref: id, shopId, entries });
}

/** Posts that a hold has ended: its amount returns to the balance. */
export async function postRelease(
  tx: Database,
  { id, shopId, amount }: HeldAmount,
  cause: Cause,
): Promise<void> {
  const entries = move(frozenOf(shopId), availableOf(shopId), amount);
  await post(tx, { ...cause, kind: 'hold_release', ref: id, shopId, entries });
}
