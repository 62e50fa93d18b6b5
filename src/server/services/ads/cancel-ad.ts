import { and, asc, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { releaseDedupe } from '../../ledger/idempotency/idempotency.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { adPurchases } from '../../schema/ads.ts';
import { type AdPurchase, lockPurchase } from './ad-row.ts';
import { settleAd } from './settle-ad.ts';

/**
 * Stops a promotion: the delivered part is paid, the rest is refunded at once.
 * @throws Refusal 404 for one of another shop, 203 for one that has ended
 */
export async function cancelAd(
  deps: Deps,
  { purchaseId, shopId, actor }: { purchaseId: string; shopId: string; actor: string },
): Promise<AdPurchase> {
  const row = await lockPurchase(deps.db, purchaseId, shopId);
  if (row.status !== 'running') throw refuse(codes.invalidOperation, { reason: 'status' });
  await releaseDedupe(deps.db, { shopId, operation: 'POST /v1/ad/pay', id: row.id });
  return settleAd(deps, row, { actor, ending: 'cancelled' });
}

/** Stops every promotion of a shop that is closing. */
export async function cancelAds(deps: Deps, shopId: string, actor: string): Promise<void> {
  const running = await deps.db
    .select({ id: adPurchases.id })
    .from(adPurchases)
    .where(and(eq(adPurchases.shopId, shopId), eq(adPurchases.status, 'running')))
    .orderBy(asc(adPurchases.id));
  for (const { id } of running) await cancelAd(deps, { purchaseId: id, shopId, actor });
}
