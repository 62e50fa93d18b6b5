import { sql } from 'drizzle-orm';
import { appealsPath } from '../../../contract/appeals.ts';
import { codes } from '../../../contract/errors.ts';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import { restrictions } from '../../schema/restrictions.ts';
import { users } from '../../schema/session.ts';
import { accountKinds, blockingRestriction } from '../restrictions/restrictions.ts';
import { shopOf } from '../shop-row.ts';
import { exportsOf } from './export-links.ts';

/** What a session allows: every call, or the appeal and nothing else. */
export type SessionKind = 'full' | 'confined';

/** How long the files of a closed shop can be downloaded. */
const exportRetention = 30 * day;

/** Returns the SQL of whether a restriction closes the account of a user's row, to be selected beside it. */
export const isBlocked = (now: Date) =>
  sql<boolean>`exists (select 1 from ${restrictions} where ${restrictions.shopId} = ${users.shopId}
    and ${restrictions.kind} in ${[...accountKinds]} and ${restrictions.liftedAt} is null
    and ${restrictions.reviewBy} > ${now.toISOString()}::timestamptz)`;

const refusalOf = async (deps: Deps, shopId: string, act: 'signIn' | 'call'): Promise<Refusal | null> => {
  const blocking = await blockingRestriction(deps, shopId, act);
  if (!blocking) return null;
  const { code, restriction } = blocking;
  return refuse(code, { restriction, exports: await exportsOf(deps, shopId) });
};

/**
 * Returns the refusal for a blocked account: 411, 437 or 440, with the restriction and the links to the shop's own
 * files.
 */
export const blockedRefusal = async (deps: Deps, shopId: string): Promise<Refusal> =>
  (await refusalOf(deps, shopId, 'call')) ?? refuse(codes.operationBusy, { retryAfter: 1 });

/**
 * Returns the refusal for a user who knows the password and is barred from signing in by a restriction; null for all
 * others.
 */
export const signInRefusal = (deps: Deps, shopId: string): Promise<Refusal | null> =>
  refusalOf(deps, shopId, 'signIn');

/**
 * Returns the refusal for a closed shop: 410, for a month with the links to its own files, and for a confined session
 * with the path of its appeals.
 */
export async function closedRefusal(deps: Deps, shopId: string, kind: SessionKind): Promise<Refusal> {
  const { closedAt } = await shopOf(deps.db, shopId);
  const isKept = closedAt !== null && deps.clock.now() < after(closedAt, exportRetention);
  return refuse(codes.invalidAccount, {
    ...(isKept && { exports: await exportsOf(deps, shopId) }),
    ...(kind === 'confined' && { appeal: appealsPath }),
  });
}
