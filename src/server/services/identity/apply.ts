import type { Parsed } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { hasBack, type IdentityPart, identityParts, identityPartsAgain } from '../../../contract/identity.ts';
import { after, day, second } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { removeFile } from '../../platform/files/remove-file.ts';
import { missingField, refuse } from '../../platform/refuse.ts';
import { startOfDay, weekday } from '../../platform/zone.ts';
import { receiveFile } from '../../shops/files/uploads.ts';
import { notify } from '../../shops/notices/notify.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { storedIdNumber } from './id-number.ts';
import {
  type IdentityRow,
  identityOf,
  recentTries,
  recordStep,
  saveIdentity,
  unverified,
} from './identity-row.ts';

const isWeekend = (timeZone: string, at: Date): boolean => weekday(timeZone, at) > 5;

/**
 * Returns the same time of day so many working days later, Monday to Friday by the shop's time zone. A time on a
 * weekend counts as the begin of Monday.
 */
export const workingDaysAfter = (timeZone: string, at: Date, days: number): Date => {
  let day = startOfDay(timeZone, at);
  const sinceMidnight = isWeekend(timeZone, day) ? 0 : at.getTime() - day.getTime();
  const next = () => {
    do day = startOfDay(timeZone, day, 1);
    while (isWeekend(timeZone, day));
  };
  if (isWeekend(timeZone, day)) next();
  for (let left = days; left > 0; left--) next();
  return new Date(day.getTime() + sinceMidnight);
};

export type Application = Parsed<'POST /v1/per/ident-upload'>;

const requireTry = async (deps: Deps, shopId: string): Promise<void> => {
  const limit = deps.config.limits.identityAttemptsPerDay;
  const tries = await recentTries(deps, shopId);
  const oldest = tries.at(-limit);
  if (tries.length < limit || !oldest) return;
  const left = after(oldest, day).getTime() - deps.clock.now().getTime();
  throw refuse(codes.invalidOperation, {
    reason: 'identity_attempts',
    params: { limit },
    retryAfter: Math.ceil(left / second),
  });
};

/**
 * Returns the parts to send: after a rejection only the refused ones, else all. Approved parts are not reviewed twice.
 */
const askedOf = ({ status, reasons }: IdentityRow): readonly IdentityPart[] =>
  status === 'rejected' ? identityPartsAgain(reasons.map(({ field }) => field)) : identityParts;

const requireAsked = (input: Application, asked: readonly IdentityPart[], type: unknown): void => {
  const isNeeded = (part: IdentityPart) => part !== 'back' || hasBack(type);
  const missing = asked.find((part) => input[part] === undefined && isNeeded(part));
  if (missing) throw missingField(missing);
  const surplus = identityParts.find((part) => input[part] !== undefined && !asked.includes(part));
  if (surplus)
    throw refuse(codes.invalidParameter, {
      field: surplus,
      reason: 'not_asked',
      params: { kind: 'not_asked', asked: asked.join(', ') },
    });
};

/** Stores a new picture of a document in place of the old one; without a new one, the old one stays. */
const replacePicture = async (
  deps: Deps,
  row: IdentityRow,
  field: 'front' | 'back',
  file: File | undefined,
) => {
  const before = field === 'front' ? row.frontFileId : row.backFileId;
  if (!file) return before;
  const { id } = await receiveFile(deps, { shopId: row.shopId, purpose: 'identity', file, field });
  await removeFile(deps, before);
  return id;
};

/** A passport has no back: a picture of one, or one left from another document, is not kept. */
const deleteBack = async (deps: Deps, { backFileId }: IdentityRow) => {
  await removeFile(deps, backFileId);
  return null;
};

/**
 * Records an application, or the refused parts of one again, in the call's transaction.
 * @throws Refusal 203 while one is under review, when one was approved, and after the day's tries; 403 a part is
 * missing; 405 a part that was not asked for, or a file that is no picture
 */
export async function applyForIdentity(
  deps: Deps,
  { shopId, actor, input }: { shopId: string; actor: string; input: Application },
): Promise<IdentityRow & { submittedAt: Date; reviewBy: Date }> {
  const { db, clock, config } = deps;
  const { timeZone } = await lockShop(db, shopId);
  const before = await identityOf(db, shopId);
  if (before.status === 'applying' || before.status === 'verified')
    throw refuse(codes.invalidOperation, {
      reason: before.status === 'applying' ? 'identity_applying' : 'identity_verified',
    });
  await requireTry(deps, shopId);
  requireAsked(input, askedOf(before), input.idType ?? before.idType);

  const submittedAt = clock.now();
  const reviewBy = workingDaysAfter(timeZone, submittedAt, config.limits.identityReviewDays);
  const { realName = before.realName, idType = before.idType, idNumber, consentVersion } = input;
  const row = await saveIdentity(db, before, {
    ...unverified,
    status: 'applying',
    realName,
    idType,
    consentVersion,
    submittedAt,
    reviewBy,
    ...(idNumber === undefined
      ? { idNumberMasked: before.idNumberMasked, idNumberHash: before.idNumberHash }
      : await storedIdNumber(deps, idNumber)),
    frontFileId: await replacePicture(deps, before, 'front', input.front),
    backFileId: hasBack(idType)
      ? await replacePicture(deps, before, 'back', input.back)
      : await deleteBack(deps, before),
  });
  await recordStep(deps, { shopId, kind: 'submitted', actor });
  const params = { reviewBy: reviewBy.toISOString() };
  await notify(db, { shopId, kind: 'identity_applying', params, at: submittedAt });
  return { ...row, submittedAt, reviewBy };
}

/**
 * Withdraws an application while it is not decided: deletes its pictures and data, and keeps only that there was one.
 */
export async function withdrawApplication(
  deps: Deps,
  { shopId, actor }: { shopId: string; actor: string },
): Promise<IdentityRow> {
  const { db, clock } = deps;
  await lockShop(db, shopId);
  const before = await identityOf(db, shopId);
  if (before.status !== 'applying') throw refuse(codes.invalidOperation, { reason: 'identity_not_applying' });
  const row = await saveIdentity(db, before, unverified);
  await removeFile(deps, before.frontFileId);
  await removeFile(deps, before.backFileId);
  await recordStep(deps, { shopId, kind: 'withdrawn', actor });
  await notify(db, { shopId, kind: 'identity_withdrawn', params: {}, at: clock.now() });
  return row;
}
