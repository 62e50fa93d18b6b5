import type { Parsed } from '../../contract/calls.ts';
import { codes } from '../../contract/errors.ts';
import { type IdentityPart, identityParts } from '../../contract/identity.ts';
import { after, day, second } from '../clock.ts';
import type { Basics } from '../context.ts';
import { receiveFile, removeFile } from '../files/uploads.ts';
import { notify } from '../notices/notify.ts';
import { refuse } from '../refuse.ts';
import { lockShop } from '../shop/shop-row.ts';
import { keptOf } from './id-number.ts';
import {
  type IdentityRow,
  identityOf,
  recentTries,
  recordStep,
  saveIdentity,
  unverified,
} from './identity-row.ts';
import { workingDaysAfter } from './working-days.ts';

export type Application = Parsed<'POST /v1/per/ident-upload'>;

const requireTry = async (deps: Basics, shopId: string): Promise<void> => {
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

/** After a rejection only what was refused; else everything. What was found right is not looked at twice. */
const askedOf = ({ status, reasons }: IdentityRow): readonly IdentityPart[] =>
  status === 'rejected'
    ? identityParts.filter((part) => reasons.some(({ field }) => field === part))
    : identityParts;

const requireAsked = (input: Application, asked: readonly IdentityPart[]): void => {
  const missing = asked.find((part) => input[part] === undefined);
  if (missing) throw refuse(codes.parameterMissing, { field: missing, params: { kind: 'required' } });
  const surplus = identityParts.find((part) => input[part] !== undefined && !asked.includes(part));
  if (surplus)
    throw refuse(codes.invalidParameter, {
      field: surplus,
      reason: 'not_asked',
      params: { kind: 'not_asked', asked: asked.join(', ') },
    });
};

/** Receives a picture of a paper in place of the one there was; without a new one, that one stays. */
const exchange = async (deps: Basics, row: IdentityRow, field: 'front' | 'back', file: File | undefined) => {
  const before = field === 'front' ? row.frontFileId : row.backFileId;
  if (!file) return before;
  const { id } = await receiveFile(deps, { shopId: row.shopId, purpose: 'identity', file, field });
  await removeFile(deps, before);
  return id;
};

/**
 * Takes in an application, or the refused parts of one again, in the call's transaction.
 * @throws Refusal 203 while one is under review, when one was approved, and after the day's tries; 403 a part is
 * missing; 405 a part that was not asked for, or a file that is no picture
 */
export async function applyForIdentity(
  deps: Basics,
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
  requireAsked(input, askedOf(before));

  const submittedAt = clock.now();
  const reviewBy = workingDaysAfter(timeZone, submittedAt, config.limits.identityReviewDays);
  const { realName = before.realName, idType = before.idType, idNumber, consentVersion } = input;
  const row = await saveIdentity(db, before, {
    ...unverified,
    ...{ status: 'applying', realName, idType, consentVersion, submittedAt, reviewBy },
    ...(idNumber === undefined
      ? { idNumberMasked: before.idNumberMasked, idNumberHash: before.idNumberHash }
      : await keptOf(deps, idNumber)),
    frontFileId: await exchange(deps, before, 'front', input.front),
    backFileId: await exchange(deps, before, 'back', input.back),
  });
  await recordStep(deps, { shopId, kind: 'submitted', actor });
  const told = { shopId, link: '/identity', at: submittedAt };
  await notify(db, { ...told, kind: 'identity_applying', params: { reviewBy: reviewBy.toISOString() } });
  return { ...row, submittedAt, reviewBy };
}

/**
 * Takes an application back while nobody has decided on it: its pictures are wiped, and nothing of it is kept but that
 * there was one.
 */
export async function withdrawApplication(
  deps: Basics,
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
  await notify(db, { shopId, kind: 'identity_withdrawn', params: {}, link: '/identity', at: clock.now() });
  return row;
}
