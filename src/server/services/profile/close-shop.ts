import { and, count, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { accountsOf, depositOf } from '../../ledger/account-names.ts';
import { balanceOf, lockChain } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import { dueWork } from '../../platform/due-work.ts';
import { refuse } from '../../platform/refuse.ts';
import { showcase } from '../../schema/goods.ts';
import { accounts } from '../../schema/ledger.ts';
import { recharges } from '../../schema/recharges.ts';
import { appeals } from '../../schema/restrictions.ts';
import { users } from '../../schema/session.ts';
import { shops } from '../../schema/shops.ts';
import { withdrawals } from '../../schema/withdrawals.ts';
import { notify } from '../../shops/notices/notify.ts';
import { lockShop, type ShopRow } from '../../shops/shop-row.ts';
import { planReturn } from '../../trade/deposits/deposit-return.ts';
import { lastWindowEnd } from '../../trade/deposits/return-window.ts';
import { cancelAds } from '../ads/cancel-ad.ts';
import { isToSendBack } from '../recharges/recharges-due.ts';

export interface Closing {
  shopId: string;
  actor: string;
  reason?: string;
}

/**
 * Starts the closure of a shop: listings and promotions end, open orders continue to their end, and the deposit is
 * returned on the returned date. All other money stays available until the wallet is empty.
 * @throws Refusal 203 where it is closing already
 */
export async function closeShop(deps: Deps, { shopId, actor, reason }: Closing) {
  const { db: tx, clock } = deps;
  const shop = await lockShop(tx, shopId);
  if (shop.closingAt) throw refuse(codes.invalidOperation, { reason: 'closing' });
  const at = clock.now();
  await tx
    .update(showcase)
    .set({ status: 'unlisted', unlistReason: 'merchant', unlistedAt: at })
    .where(and(eq(showcase.shopId, shopId), eq(showcase.status, 'listed')));
  // The shop's chain is locked before the first notice, as in every movement of money, which prevents deadlocks.
  await lockChain(tx, shopId);
  await cancelAds(deps, shopId, actor);
  const amount = await balanceOf(tx, depositOf(shopId));
  const depositReturnAt = await planReturn(deps, { shopId, amount, reason: 'close' });
  const closing = { closingAt: at, closesAt: depositReturnAt, closingReason: reason ?? null };
  await tx
    .update(shops)
    .set({ ...closing, depositRequired: 0n })
    .where(eq(shops.id, shopId));
  const params = { dueAt: depositReturnAt.toISOString() };
  await notify(tx, { shopId, kind: 'shop_closing', params, at });
  return { closesAt: depositReturnAt, depositReturnAt };
}

async function hasMoney({ db }: Deps, shopId: string): Promise<boolean> {
  const ownAccounts = and(inArray(accounts.id, accountsOf(shopId)), sql`${accounts.balance} <> 0`);
  const [row] = await db.select({ filled: count() }).from(accounts).where(ownAccounts);
  return (row?.filled ?? 0) > 0;
}

/**
 * Returns whether money may still arrive: a recharge under review, the way back of a refused one, a withdrawal that a bank
 * may return, or an appeal that may be right.
 */
async function hasPendingMoney({ db }: Deps, shopId: string): Promise<boolean> {
  for (const table of [recharges, withdrawals]) {
    const open = and(eq(table.shopId, shopId), eq(table.status, 'moderated'));
    if ((await db.select({ id: table.id }).from(table).where(open).limit(1)).length > 0) return true;
  }
  const owed = and(eq(recharges.shopId, shopId), isToSendBack);
  if ((await db.select({ id: recharges.id }).from(recharges).where(owed).limit(1)).length > 0) return true;
  const unanswered = and(eq(appeals.shopId, shopId), eq(appeals.status, 'received'));
  return (await db.select({ id: appeals.id }).from(appeals).where(unanswered).limit(1)).length > 0;
}

type WaitsFor = NonNullable<Output<'GET /v1/shop/info'>['waitsFor']>;

/** Returns what the end of a shop that closes waits for, and when its orders are expected to be over. */
export async function closingWaits(
  deps: Deps,
  { id, closingAt, closedAt, closesAt }: ShopRow,
): Promise<{ closesAt: Date | null; waitsFor: WaitsFor }> {
  if (!closingAt || closedAt) return { closesAt, waitsFor: [] };
  const window = await lastWindowEnd(deps, id);
  const waitsFor: WaitsFor = [];
  if (!window.isOver) waitsFor.push('orders');
  if (await hasMoney(deps, id)) waitsFor.push('money');
  if (await hasPendingMoney(deps, id)) waitsFor.push('review');
  return { closesAt: window.isOver ? closesAt : window.at, waitsFor };
}

/** Closes the account once the merchant has no money left in it; until then it stays open. */
async function finishClosing(deps: Deps, shopId: string): Promise<boolean> {
  const { db: tx, clock } = deps;
  const shop = await lockShop(tx, shopId);
  if (!shop.closingAt || shop.closedAt) return false;
  const window = await lastWindowEnd(deps, shopId);
  if (!window.isOver) {
    await tx.update(shops).set({ closesAt: window.at }).where(eq(shops.id, shopId));
    return false;
  }
  if ((await hasMoney(deps, shopId)) || (await hasPendingMoney(deps, shopId))) return false;
  await tx.update(shops).set({ closedAt: clock.now() }).where(eq(shops.id, shopId));
  await tx.update(users).set({ status: 'closed' }).where(eq(users.shopId, shopId));
  return true;
}

/** Closes the shops that have reached their date with an empty wallet. */
export const closingsDue = dueWork({
  name: 'closing',
  due: (now) => ({
    id: shops.id,
    at: shops.closesAt,
    where: and(isNull(shops.closedAt), lte(shops.closesAt, now)),
  }),
  handle: finishClosing,
});
