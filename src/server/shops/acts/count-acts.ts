import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { LOW_STOCK } from '../../../contract/counts.ts';
import { workingRestrictions } from '../../../contract/still-working.ts';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { queryRows } from '../../platform/database/db.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { identities } from '../../schema/identity.ts';
import { actBySql, NO_ACTION_KEY, orders } from '../../schema/orders.ts';
import { restrictions } from '../../schema/restrictions.ts';
import { countsOf } from '../figures/read-counts.ts';
import { inForce } from '../restrictions/restrictions.ts';
import { depositShortfall } from '../shop/deposit-shortfall.ts';
import { shopOf } from '../shop-row.ts';

/** How long goods that were taken off are an act: later they are found in the showcase alone. */
const takenOffPeriod = 14 * day;

/** Selects the orders with a case that waits for their merchant: the beginning of an index. */
export const waitingCase = (shopId: string): SQL | undefined =>
  and(
    eq(orders.shopId, shopId),
    isNotNull(orders.caseSince),
    isNotNull(orders.caseActBy),
    sql`${actBySql(orders)} < ${sql.raw(String(NO_ACTION_KEY / 2))}`,
  );

/** Selects the orders that can be paid. */
export const payable = (shopId: string, now: Date): SQL | undefined =>
  and(eq(orders.shopId, shopId), eq(orders.status, 'pending_payment'), gt(orders.dueAt, now));

const takenOffLately = (shopId: string, now: Date): SQL | undefined =>
  and(
    eq(showcase.shopId, shopId),
    ne(showcase.unlistReason, 'merchant'),
    gt(showcase.unlistedAt, after(now, -takenOffPeriod)),
  );

/** Selects the listings that ended by a decision of the supplier or of the platform. */
export const takenOff = (shopId: string, now: Date): SQL | undefined =>
  and(takenOffLately(shopId, now), ne(showcase.unlistReason, 'stock_out'));

/** Selects the listings whose goods run out; needs `goods` beside `showcase`. */
export const runningOut = (shopId: string): SQL | undefined =>
  and(eq(showcase.shopId, shopId), eq(showcase.status, 'listed'), lt(goods.stock, LOW_STOCK));

/** Selects the listings that ended because their goods ran out. */
export const ranOut = (shopId: string, now: Date): SQL | undefined =>
  and(takenOffLately(shopId, now), eq(showcase.unlistReason, 'stock_out'));

const restricted = (shopId: string, now: Date): SQL | undefined =>
  and(
    inForce(shopId, now),
    isNull(restrictions.subject),
    inArray(restrictions.kind, [...workingRestrictions]),
  );

/** How much of each kind waits in a shop. */
export interface Waiting {
  cases: number;
  pay: boolean;
  restricted: boolean;
  takenOff: number;
  runningOut: boolean;
  refused: boolean;
  /** What the deposit lacks, in 10^-6. */
  shortfall: bigint;
  unanswered: number;
}

/** Reads what waits in a shop, at one moment: the same conditions by which the acts themselves are read. */
export async function waitingIn(deps: Deps, shopId: string): Promise<Waiting> {
  const { db } = deps;
  const now = deps.clock.now();
  const listing = sql`${showcase} join ${goods} on ${goods.id} = ${showcase.goodsId}`;
  const [found] = await queryRows<Omit<Waiting, 'shortfall' | 'unanswered'>>(
    db,
    sql`select (select count(*)::int from ${orders} where ${waitingCase(shopId)}) as cases,
          exists (select 1 from ${orders} where ${payable(shopId, now)}) as pay,
          exists (select 1 from ${restrictions} where ${restricted(shopId, now)}) as restricted,
          (select count(*)::int from ${showcase} where ${takenOff(shopId, now)}) as "takenOff",
          exists (select 1 from ${listing} where ${runningOut(shopId)})
            or exists (select 1 from ${showcase} where ${ranOut(shopId, now)}) as "runningOut",
          exists (select 1 from ${identities} where ${and(eq(identities.shopId, shopId), eq(identities.status, 'rejected'))}) as refused`,
  );
  if (!found) throw new Error('nothing was counted');
  return {
    ...found,
    shortfall: await depositShortfall(db, await shopOf(db, shopId)),
    unanswered: Number((await countsOf(db, shopId, ['unanswered'])).get('unanswered') ?? 0),
  };
}

/** Returns the number of rows that `POST /v1/today` has for what waits. */
export const actsOf = ({ cases, takenOff, shortfall, unanswered, ...single }: Waiting): number =>
  [single.pay, single.restricted, single.runningOut, single.refused, shortfall > 0n, unanswered > 0].filter(
    Boolean,
  ).length +
  cases +
  takenOff;

/** Counts the acts of a shop, without reading them. */
export const countActs = async (deps: Deps, shopId: string): Promise<number> =>
  actsOf(await waitingIn(deps, shopId));
