import { eq, lte } from 'drizzle-orm';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { move, post } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import { dueWork } from '../../platform/due-work.ts';
import { startOfDay } from '../../platform/zone.ts';
import { adPurchases } from '../../schema/ads.ts';
import { recordGoodsChanges, wholeShop } from '../../shops/figures/goods-figures.ts';
import { notify } from '../../shops/notices/notify.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { type AdPurchase, adEarned, deliveredOf, lockPurchase } from './ad-row.ts';

type Ending = 'completed' | 'cancelled';

async function notifyEnd(tx: Deps['db'], row: AdPurchase, status: Ending, at: Date): Promise<void> {
  const { shopId, no, delivered, quantity, refunded } = row;
  const params = { no, delivered: String(delivered), quantity: String(quantity) };
  const notice = { kind: `ad_${status}`, params: { ...params, refunded: formatMoney(refunded) } } as const;
  await notify(tx, { shopId, ...notice, at });
}

/** Returns the next time something is posted: when the shop's day ends, or the promotion does. */
export async function nextPosting(
  { db, clock }: Deps,
  { shopId, endsAt }: Pick<AdPurchase, 'shopId' | 'endsAt'>,
): Promise<Date> {
  const { timeZone } = await shopOf(db, shopId);
  const tomorrow = startOfDay(timeZone, clock.now(), 1);
  return tomorrow < endsAt ? tomorrow : endsAt;
}

/**
 * Posts what was delivered since the last time; where the promotion ends, refunds the rest. The caller has locked the
 * purchase and checked that it is running.
 */
export async function settleAd(
  deps: Deps,
  row: AdPurchase,
  by: { actor: string; ending: Ending | null },
): Promise<AdPurchase> {
  const { db: tx, clock } = deps;
  const { id, shopId, price, quantity } = row;
  const at = clock.now();
  const delivered = await deliveredOf(tx, id);
  const { currency } = await shopOf(tx, shopId);
  const earned = adEarned(row, delivered, currency);
  const ending = delivered >= quantity ? 'completed' : by.ending;
  const posting = { shopId, actor: by.actor, at };
  if (earned > row.earned) {
    const entries = move('P.ads_deferred', 'P.ads_revenue', earned - row.earned);
    await post(tx, { ...posting, kind: 'ad_delivered', ref: `${id}:${delivered}`, entries });
    const change = { goodsId: row.goodsId ?? wholeShop, ads: earned - row.earned };
    await recordGoodsChanges(tx, posting, [change]);
  }
  const refunded = ending ? price - earned : 0n;
  if (refunded > 0n) {
    const entries = move('P.ads_deferred', availableOf(shopId), refunded);
    await post(tx, {
      ...posting,
      kind: 'ad_refund',
      ref: row.no,
      entries,
      reason: ending === 'cancelled' ? 'ad_cancelled' : 'ad_completed',
    });
  }
  const change = {
    delivered,
    earned,
    refunded,
    status: ending ?? row.status,
    endedAt: ending ? at : null,
    dueAt: ending ? null : await nextPosting(deps, row),
  };
  await tx.update(adPurchases).set(change).where(eq(adPurchases.id, id));
  const next = { ...row, ...change };
  if (ending) await notifyEnd(tx, next, ending, at);
  return next;
}

/** Posts what promotions delivered in the days that have ended, and refunds the undelivered part of the ended ones. */
export const adsDue = dueWork({
  name: 'promotion',
  due: (now) => ({ id: adPurchases.id, at: adPurchases.dueAt, where: lte(adPurchases.dueAt, now) }),
  handle: async (deps, id) => {
    const row = await lockPurchase(deps.db, id);
    const now = deps.clock.now();
    // Stopped, or posted by another process in the meantime.
    if (row.status !== 'running' || !row.dueAt || row.dueAt > now) return false;
    await settleAd(deps, row, { actor: 'system', ending: now >= row.endsAt ? 'completed' : null });
    return true;
  },
});
