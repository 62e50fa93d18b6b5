import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { adEvents, adPurchases } from '../../schema/ads.ts';
import { recordClicks, recordVisits } from '../../shops/shop/shop-events.ts';
import { storeReport } from './ad-reports.ts';
import { type AdPurchase, deliveredOf, lockPurchase } from './ad-row.ts';

// A buyer who follows a promotion also visits what it promotes, which the demo counts as a visit. What an operator
// reports as delivered is the promotion's figure, never the shop's.
async function recordLooks(deps: Deps, { shopId, goodsId, unit }: AdPurchase, count: number): Promise<void> {
  if (unit !== 'click' || !deps.config.demo) return;
  if (goodsId === null) return recordVisits(deps, shopId, count);
  return recordClicks(deps, shopId, [{ goodsId, count }]);
}

interface Delivery {
  purchaseId: string;
  count: number;
  /** The report of the advertising service that counts them. */
  reference: string;
  actor: string;
}

/**
 * Records delivered units of a promotion, each as a row; never more than were bought.
 * @returns how many were recorded
 * @throws Refusal 203 where it has ended, or for a report that was counted already
 */
export async function recordAdEvents(
  deps: Deps,
  { purchaseId, count, reference, actor }: Delivery,
): Promise<number> {
  const { db: tx, clock } = deps;
  const row = await lockPurchase(tx, purchaseId);
  const at = clock.now();
  const left = row.quantity - (await deliveredOf(tx, row.id));
  if (row.status !== 'running' || at >= row.endsAt || left <= 0)
    throw refuse(codes.invalidOperation, { reason: 'status' });
  const units = Math.min(count, left);
  await storeReport(tx, { purchaseId: row.id, units, reference, actor, at });
  await recordLooks(deps, row, units);
  const event = { purchaseId: row.id, unit: row.unit, at };
  await tx.insert(adEvents).values(Array.from({ length: units }, () => event));
  // Everything is delivered: it can be posted at once.
  if (units === left) await tx.update(adPurchases).set({ dueAt: at }).where(eq(adPurchases.id, row.id));
  return units;
}
