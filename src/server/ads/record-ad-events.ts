import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import { refuse } from '../refuse.ts';
import { adEvents, adPurchases } from '../schema/ads.ts';
import { recordClicks, recordVisits } from '../shop/shop-events.ts';
import { type AdPurchase, deliveredOf, lockPurchase } from './ad-row.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;

// Somebody who follows a promotion looks at what it promotes, which counts like any other look.
async function recordLooks(deps: Needs, { shopId, goodsId, unit }: AdPurchase, count: number): Promise<void> {
  if (unit !== 'click') return;
  if (goodsId === null) return recordVisits(deps, shopId, count);
  return recordClicks(deps, shopId, [{ goodsId, count }]);
}

/**
 * Units of a promotion that were delivered, each a row; never more than were bought.
 * @returns how many were recorded
 * @throws Refusal 203 where it has ended
 */
export async function recordAdEvents(deps: Needs, purchaseId: string, count: number): Promise<number> {
  const { db: tx, clock } = deps;
  const row = await lockPurchase(tx, purchaseId);
  const at = clock.now();
  const left = row.quantity - (await deliveredOf(tx, row.id));
  if (row.status !== 'running' || at >= row.endsAt || left <= 0)
    throw refuse(codes.invalidOperation, { reason: 'status' });
  const units = Math.min(count, left);
  await recordLooks(deps, row, units);
  const event = { purchaseId: row.id, unit: row.unit, at };
  await tx.insert(adEvents).values(Array.from({ length: units }, () => event));
  // All of it is delivered: nothing more to wait for.
  if (units === left) await tx.update(adPurchases).set({ dueAt: at }).where(eq(adPurchases.id, row.id));
  return units;
}
