import { sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after, day } from '../clock.ts';
import type { Basics } from '../context.ts';
import { exportsOf } from '../exports/exports.ts';
import { type Refusal, refuse } from '../refuse.ts';
import { accountKinds, restrictionAgainst } from '../restrictions/restrictions.ts';
import { restrictions } from '../schema/restrictions.ts';
import { users } from '../schema/session.ts';
import { shopOf } from '../shop/shop-row.ts';

/** How long a closed shop's files can still be fetched. */
export const exportsKept = 30 * day;

/** Whether a restriction closes the account of a user's row, to be selected beside it. */
export const isBlocked = (now: Date) =>
  sql<boolean>`exists (select 1 from ${restrictions} where ${restrictions.shopId} = ${users.shopId}
    and ${restrictions.kind} in ${[...accountKinds]} and ${restrictions.liftedAt} is null
    and ${restrictions.reviewBy} > ${now.toISOString()}::timestamptz)`;

const refusalOf = async (deps: Basics, shopId: string, act: 'signIn' | 'call'): Promise<Refusal | null> => {
  const against = await restrictionAgainst(deps, shopId, act);
  if (!against) return null;
  const { code, restriction } = against;
  return refuse(code, { restriction, exports: await exportsOf(deps, shopId) });
};

/** What a blocked account is told: 411, 437 or 440, with the restriction and where the own files are. */
export const accountBlocked = async (deps: Basics, shopId: string): Promise<Refusal> =>
  (await refusalOf(deps, shopId, 'call')) ?? refuse(codes.operationBusy, { retryAfter: 1 });

/** What somebody is told whom a restriction keeps from signing in, and who knows the password; null for all others. */
export const signInRefused = (deps: Basics, shopId: string): Promise<Refusal | null> =>
  refusalOf(deps, shopId, 'signIn');

/** What the merchant of a closed shop is told: 410, for a month with the links to the own files. */
export async function accountGone(deps: Basics, shopId: string): Promise<Refusal> {
  const { closedAt } = await shopOf(deps.db, shopId);
  const isKept = closedAt !== null && deps.clock.now() < after(closedAt, exportsKept);
  return refuse(codes.invalidAccount, isKept ? { exports: await exportsOf(deps, shopId) } : {});
}
