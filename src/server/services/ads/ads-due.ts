import { lte } from 'drizzle-orm';
import { dueWork } from '../../platform/due-work.ts';
import { adPurchases } from '../../schema/ads.ts';
import { lockPurchase } from './ad-row.ts';
import { settleAd } from './settle-ad.ts';

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
