import { and, count, eq, ne } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { type IdentityReason, identities } from '../../schema/identity.ts';
import { notify } from '../../shops/notices/notify.ts';
import { issueStatement } from '../../shops/restrictions/statements.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { effectiveExpiry } from './expiry.ts';
import { isSameNumber } from './id-number.ts';
import { type IdentityRow, identityOf, recordStep, saveIdentity } from './identity-row.ts';

interface ReviewedShop {
  shopId: string;
  actor: string;
}

const lockIn = async ({ db }: Deps, shopId: string, status: IdentityRow['status']): Promise<IdentityRow> => {
  await lockShop(db, shopId);
  const row = await identityOf(db, shopId);
  if (row.status !== status) throw refuse(codes.invalidOperation, { reason: `identity_${row.status}` });
  return row;
};

/**
 * Returns the application for a reviewer: the name, links to the documents for five minutes, and whether another
 * shop has the same number. Records the access, as these are personal documents.
 */
export async function openApplication(deps: Deps, { shopId, actor }: ReviewedShop) {
  const row = await lockIn(deps, shopId, 'applying');
  await recordStep(deps, { shopId, kind: 'opened', actor });
  const link = await linkSigner(deps);
  const same = and(eq(identities.idNumberHash, row.idNumberHash ?? ''), ne(identities.shopId, shopId));
  const [duplicates] = await deps.db.select({ count: count() }).from(identities).where(same);
  return {
    row,
    front: link(row.frontFileId ?? ''),
    back: link(row.backFileId ?? ''),
    others: duplicates?.count ?? 0,
  };
}

export async function approveIdentity(
  deps: Deps,
  { shopId, actor, idNumber, lastDay }: ReviewedShop & { idNumber?: string; lastDay?: string },
): Promise<IdentityRow> {
  const { db, clock } = deps;
  const before = await lockIn(deps, shopId, 'applying');
  if (idNumber !== undefined && !(await isSameNumber(deps, idNumber, before.idNumberHash ?? '')))
    throw refuse(codes.invalidParameter, { field: 'idNumber', reason: 'differs' });
  const expiresAt = lastDay === undefined ? null : await effectiveExpiry(deps, shopId, lastDay);
  const decidedAt = clock.now();
  const row = await saveIdentity(db, before, { status: 'verified', decidedAt, reviewBy: null, expiresAt });
  await recordStep(deps, { shopId, kind: 'approved', actor });
  await notify(db, { shopId, kind: 'identity_verified', params: {}, at: decidedAt });
  return row;
}

/** Refuses parts of an application, each with its reason; the others are approved and not asked for again. */
export async function rejectIdentity(
  deps: Deps,
  { shopId, actor, reasons, note }: ReviewedShop & { reasons: IdentityReason[]; note: string },
): Promise<IdentityRow> {
  const { db, clock } = deps;
  const before = await lockIn(deps, shopId, 'applying');
  const decidedAt = clock.now();
  const row = await saveIdentity(db, before, {
    status: 'rejected',
    decidedAt,
    reviewBy: null,
    reasons,
    note,
  });
  await recordStep(deps, { shopId, kind: 'rejected', actor, reasons });
  await notify(db, { shopId, kind: 'identity_rejected', params: { note }, at: decidedAt });
  return row;
}

/** Ends a verification at once after confirmed fraud, with a statement of reasons that can be appealed. */
export async function revokeIdentity(
  deps: Deps,
  { shopId, actor, facts, rule }: ReviewedShop & { facts: string; rule: string },
): Promise<IdentityRow> {
  const { db, clock } = deps;
  const before = await lockIn(deps, shopId, 'verified');
  const statementId = await issueStatement(deps, { shopId, kind: 'identity_revoked', facts, rule, actor });
  const decidedAt = clock.now();
  const reasons = [{ field: 'front', code: 'fraud' }];
  const change = {
    status: 'unverified',
    decidedAt,
    reasons,
    statementId,
    expiresAt: null,
    expiryNoticedAt: null,
  } as const;
  const row = await saveIdentity(db, before, change);
  await recordStep(deps, { shopId, kind: 'revoked', actor, reasons });
  await notify(db, { shopId, kind: 'identity_revoked', params: { facts }, statementId, at: decidedAt });
  return row;
}
