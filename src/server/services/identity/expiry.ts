import { and, eq, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after, day, latest } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { dueWork } from '../../platform/due-work.ts';
import { refuse } from '../../platform/refuse.ts';
import { daySpan } from '../../platform/zone.ts';
import { identities } from '../../schema/identity.ts';
import { notify } from '../../shops/notices/notify.ts';
import { lockShop, shopOf } from '../../shops/shop-row.ts';
import { type IdentityRow, identityOf, recordStep, saveIdentity } from './identity-row.ts';

/** The least time between the notice of expiry and its effect. */
const expiryNotice = 30 * day;

/**
 * Returns when a document that is valid up to a day no longer counts: at the end of that day, and never without the
 * notice.
 */
export const effectiveExpiry = async (
  { db, clock }: Deps,
  shopId: string,
  lastDay: string,
): Promise<Date> => {
  const { timeZone } = await shopOf(db, shopId);
  const { to } = daySpan(timeZone, undefined, lastDay);
  if (!to) throw refuse(codes.invalidParameter, { field: 'validUntil' });
  return latest(to, after(clock.now(), expiryNotice));
};

/** Stores until when the verified document is valid. */
export async function setExpiry(
  deps: Deps,
  { shopId, actor, lastDay }: { shopId: string; actor: string; lastDay: string },
): Promise<IdentityRow> {
  await lockShop(deps.db, shopId);
  const before = await identityOf(deps.db, shopId);
  if (before.status !== 'verified')
    throw refuse(codes.invalidOperation, { reason: `identity_${before.status}` });
  const expiresAt = await effectiveExpiry(deps, shopId, lastDay);
  const row = await saveIdentity(deps.db, before, { expiresAt, expiryNoticedAt: null });
  await recordStep(deps, { shopId, kind: 'expiry_set', actor });
  return row;
}

const isVerifiedUntil = (at: Date) => and(eq(identities.status, 'verified'), lte(identities.expiresAt, at));

/** Notifies merchants of documents that are about to expire. */
export const documentsExpiring = dueWork({
  name: 'identity notice',
  due: (now) => ({
    id: identities.shopId,
    at: identities.expiresAt,
    where: and(isVerifiedUntil(after(now, expiryNotice)), isNull(identities.expiryNoticedAt)),
  }),
  handle: async ({ db, clock }, shopId) => {
    const now = clock.now();
    await lockShop(db, shopId);
    const before = await identityOf(db, shopId);
    if (before.status !== 'verified' || !before.expiresAt || before.expiryNoticedAt) return false;
    // Where the notice is late because no server ran, the document counts for the whole notice period.
    const expiresAt = latest(before.expiresAt, after(now, expiryNotice));
    await saveIdentity(db, before, { expiresAt, expiryNoticedAt: now });
    const params = { expiresAt: expiresAt.toISOString() };
    await notify(db, { shopId, kind: 'identity_expiring', params, at: now });
    return true;
  },
});

/** Ends the verification of shops with an expired document, after its notice. */
export const documentsExpired = dueWork({
  name: 'identity expiry',
  due: (now) => ({
    id: identities.shopId,
    at: identities.expiresAt,
    where: and(isVerifiedUntil(now), isNotNull(identities.expiryNoticedAt)),
  }),
  handle: async (deps, shopId) => {
    const { db } = deps;
    const now = deps.clock.now();
    await lockShop(db, shopId);
    const before = await identityOf(db, shopId);
    if (before.status !== 'verified' || !before.expiresAt || before.expiresAt > now) return false;
    const reasons = [{ field: 'front', code: 'out_of_date' }];
    const none = { expiresAt: null, expiryNoticedAt: null };
    await saveIdentity(db, before, { status: 'unverified', decidedAt: now, reasons, ...none });
    await recordStep(deps, { shopId, kind: 'expired', actor: 'system', reasons });
    await notify(db, { shopId, kind: 'identity_expired', params: {}, at: now });
    return true;
  },
});

/** Notifies merchants of late reviews, once each. */
export const reviewsLate = dueWork({
  name: 'identity review',
  due: (now) => ({
    id: identities.shopId,
    at: identities.reviewBy,
    where: and(
      eq(identities.status, 'applying'),
      lt(identities.reviewBy, now),
      isNull(identities.overdueNoticedAt),
    ),
  }),
  handle: async ({ db, clock }, shopId) => {
    const at = clock.now();
    await lockShop(db, shopId);
    const before = await identityOf(db, shopId);
    const { status, reviewBy, overdueNoticedAt } = before;
    if (status !== 'applying' || !reviewBy || reviewBy >= at || overdueNoticedAt) return false;
    await saveIdentity(db, before, { overdueNoticedAt: at });
    const params = { reviewBy: reviewBy.toISOString() };
    await notify(db, { shopId, kind: 'identity_overdue', params, at });
    return true;
  },
});
