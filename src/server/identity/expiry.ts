import { and, asc, eq, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after, day } from '../clock.ts';
import type { Basics } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { notify } from '../notices/notify.ts';
import { refuse } from '../refuse.ts';
import { identities } from '../schema/identity.ts';
import { lockShop, shopOf } from '../shop/shop-row.ts';
import { daySpan } from '../zone.ts';
import { type IdentityRow, identityOf, recordStep, saveIdentity } from './identity-row.ts';

/** A paper never stops counting sooner than this after its merchant was told. */
export const expiryNotice = 30 * day;

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** From when on a paper that is valid up to a day no longer counts: the end of that day, and never without the notice. */
export const effectiveExpiry = async (
  { db, clock }: Basics,
  shopId: string,
  lastDay: string,
): Promise<Date> => {
  const { timeZone } = await shopOf(db, shopId);
  const { to } = daySpan(timeZone, undefined, lastDay);
  if (!to) throw refuse(codes.invalidParameter, { field: 'valid-until' });
  return later(to, after(clock.now(), expiryNotice));
};

/** Writes down until when the verified paper is valid. */
export async function setExpiry(
  deps: Basics,
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

const giveNotice = async (deps: Basics, shopId: string): Promise<void> => {
  const now = deps.clock.now();
  await lockShop(deps.db, shopId);
  const before = await identityOf(deps.db, shopId);
  if (before.status !== 'verified' || !before.expiresAt || before.expiryNoticedAt) return;
  // Told late, because no server ran: then it counts for as long as a notice has to be.
  const expiresAt = later(before.expiresAt, after(now, expiryNotice));
  await saveIdentity(deps.db, before, { expiresAt, expiryNoticedAt: now });
  const params = { expiresAt: expiresAt.toISOString() };
  await notify(deps.db, { shopId, kind: 'identity_expiring', params, link: '/identity', at: now });
};

const expire = async (deps: Basics, shopId: string): Promise<void> => {
  const now = deps.clock.now();
  await lockShop(deps.db, shopId);
  const before = await identityOf(deps.db, shopId);
  if (before.status !== 'verified' || !before.expiresAt || before.expiresAt > now) return;
  const reasons = [{ field: 'front', code: 'out_of_date' }];
  const none = { expiresAt: null, expiryNoticedAt: null };
  await saveIdentity(deps.db, before, { status: 'unverified', decidedAt: now, reasons, ...none });
  await recordStep(deps, { shopId, kind: 'expired', actor: 'system', reasons });
  await notify(deps.db, { shopId, kind: 'identity_expired', params: {}, link: '/identity', at: now });
};

const verifiedUntil = (at: Date) => and(eq(identities.status, 'verified'), lte(identities.expiresAt, at));

const tellLate = async (deps: Basics, shopId: string): Promise<void> => {
  const at = deps.clock.now();
  await lockShop(deps.db, shopId);
  const before = await identityOf(deps.db, shopId);
  const { status, reviewBy, overdueNoticedAt } = before;
  if (status !== 'applying' || !reviewBy || reviewBy >= at || overdueNoticedAt) return;
  await saveIdentity(deps.db, before, { overdueNoticedAt: at });
  const params = { reviewBy: reviewBy.toISOString() };
  await notify(deps.db, { shopId, kind: 'identity_overdue', params, link: '/service', at });
};

/** Tells of reviews that are late, once each; gives the notice of papers that run out, and ends the verification of those that have; each shop by itself. */
export const runIdentityDue = async (deps: Basics): Promise<void> => {
  const now = deps.clock.now();
  const shopsWhere = async (where: ReturnType<typeof and>) =>
    deps.db
      .select({ shopId: identities.shopId })
      .from(identities)
      .where(where)
      .orderBy(asc(identities.expiresAt));
  const late = and(eq(identities.status, 'applying'), lt(identities.reviewBy, now));
  for (const { shopId } of await shopsWhere(and(late, isNull(identities.overdueNoticedAt))))
    await inTransaction(deps.db, (db) => tellLate({ ...deps, db }, shopId));
  const ending = and(verifiedUntil(after(now, expiryNotice)), isNull(identities.expiryNoticedAt));
  for (const { shopId } of await shopsWhere(ending))
    await inTransaction(deps.db, (db) => giveNotice({ ...deps, db }, shopId));
  const ended = and(verifiedUntil(now), isNotNull(identities.expiryNoticedAt));
  for (const { shopId } of await shopsWhere(ended))
    await inTransaction(deps.db, (db) => expire({ ...deps, db }, shopId));
};
