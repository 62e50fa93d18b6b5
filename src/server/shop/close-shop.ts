import { and, asc, count, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { cancelAds } from '../ads/cancel-ad.ts';
import type { Basics } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { planReturn } from '../deposits/deposit-return.ts';
import { lastWindowEnd } from '../deposits/last-window.ts';
import { accountsOf, depositOf } from '../ledger/account-names.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { notify } from '../notices/notify.ts';
import { refuse } from '../refuse.ts';
import { showcase } from '../schema/goods.ts';
import { accounts, ledgerHead } from '../schema/ledger.ts';
import { recharges } from '../schema/recharges.ts';
import { users } from '../schema/session.ts';
import { shops } from '../schema/shops.ts';
import { withdrawals } from '../schema/withdrawals.ts';
import { lockShop } from './shop-row.ts';

export interface Closing {
  shopId: string;
  actor: string;
  reason?: string | undefined;
}

/**
 * Begins to close a shop: nothing is listed or promoted any more, open orders go on to their end, and the deposit comes
 * back on the date that is answered. All else of the merchant's stays in reach until the wallet is empty.
 * @throws Refusal 203 where it is closing already
 */
export async function closeShop(deps: Basics, { shopId, actor, reason }: Closing) {
  const { db: tx, clock } = deps;
  const shop = await lockShop(tx, shopId);
  if (shop.closingAt) throw refuse(codes.invalidOperation, { reason: 'closing' });
  const at = clock.now();
  await tx
    .update(showcase)
    .set({ status: 'unlisted', unlistReason: 'merchant', unlistedAt: at })
    .where(and(eq(showcase.shopId, shopId), eq(showcase.status, 'listed')));
  // Before the first notice, as every movement of money: two that wait for each other would both fail.
  await tx.select().from(ledgerHead).for('update');
  await cancelAds(deps, shopId, actor);
  const amount = await balanceOf(tx, depositOf(shopId));
  const depositReturnAt = await planReturn(deps, { shopId, amount, reason: 'close' });
  const closing = { closingAt: at, closesAt: depositReturnAt, closingReason: reason ?? null };
  await tx
    .update(shops)
    .set({ ...closing, depositRequired: 0n })
    .where(eq(shops.id, shopId));
  const params = { dueAt: depositReturnAt.toISOString() };
  await notify(tx, { shopId, kind: 'shop_closing', params, link: '/shop', at });
  return { closesAt: depositReturnAt, depositReturnAt };
}

async function hasMoney({ db }: Basics, shopId: string): Promise<boolean> {
  const mine = and(inArray(accounts.id, accountsOf(shopId)), sql`${accounts.balance} <> 0`);
  const [row] = await db.select({ filled: count() }).from(accounts).where(mine);
  return (row?.filled ?? 0) > 0;
}

/** Whether money may still come in: a recharge that is looked at, a withdrawal that a bank may send back. */
async function isMoneyUnderWay({ db }: Basics, shopId: string): Promise<boolean> {
  for (const table of [recharges, withdrawals]) {
    const open = and(eq(table.shopId, shopId), eq(table.status, 'moderated'));
    if ((await db.select({ id: table.id }).from(table).where(open).limit(1)).length > 0) return true;
  }
  return false;
}

/** Closes the account once nothing of the merchant's is left in it; as long as there is, it stays open. */
async function finish(deps: Basics, shopId: string): Promise<boolean> {
  const { db: tx, clock } = deps;
  const shop = await lockShop(tx, shopId);
  if (!shop.closingAt || shop.closedAt) return false;
  const window = await lastWindowEnd(deps, shopId);
  if (!window.isOver) {
    await tx.update(shops).set({ closesAt: window.at }).where(eq(shops.id, shopId));
    return false;
  }
  if ((await hasMoney(deps, shopId)) || (await isMoneyUnderWay(deps, shopId))) return false;
  await tx.update(shops).set({ closedAt: clock.now() }).where(eq(shops.id, shopId));
  await tx.update(users).set({ status: 'closed' }).where(eq(users.shopId, shopId));
  return true;
}

/** Closes the shops whose date has come and whose wallet is empty. */
export async function runClosingsDue(deps: Basics): Promise<number> {
  const due = await deps.db
    .select({ id: shops.id })
    .from(shops)
    .where(and(isNull(shops.closedAt), lte(shops.closesAt, deps.clock.now())))
    .orderBy(asc(shops.closesAt), asc(shops.id));
  let closed = 0;
  for (const { id } of due)
    if (await inTransaction(deps.db, (tx) => finish({ ...deps, db: tx }, id))) closed += 1;
  return closed;
}
