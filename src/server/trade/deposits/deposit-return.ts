import { and, eq, isNull, lte } from 'drizzle-orm';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf, depositOf } from '../../ledger/account-names.ts';
import { lowest, orZero } from '../../ledger/amounts.ts';
import { balanceOf, move, post } from '../../ledger/ledger.ts';
import { after } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { dueWork } from '../../platform/due-work.ts';
import { newId } from '../../platform/ids.ts';
import { depositReturns, shops } from '../../schema/shops.ts';
import { notify } from '../../shops/notices/notify.ts';
import { lockShop, shopOf } from '../../shops/shop-row.ts';
import { lastWindowEnd } from './return-window.ts';

export type DepositReturn = typeof depositReturns.$inferSelect;

const openReturnsOf = (shopId: string) =>
  and(eq(depositReturns.shopId, shopId), isNull(depositReturns.endedAt));

/** Cancels the planned returns of a deposit: the deposit is needed again, or gets another date. */
export async function cancelReturns({ db: tx, clock }: Deps, shopId: string): Promise<void> {
  await tx.update(depositReturns).set({ endedAt: clock.now(), returned: 0n }).where(openReturnsOf(shopId));
}

async function notifyReturning(
  { db: tx, clock }: Deps,
  { shopId, amount, dueAt }: Pick<DepositReturn, 'shopId' | 'amount' | 'dueAt'>,
): Promise<void> {
  const params = { amount: formatMoney(amount), dueAt: dueAt.toISOString() };
  await notify(tx, { shopId, kind: 'deposit_returning', params, at: clock.now() });
}

/**
 * Schedules the return of a deposit for the end of the last return window and notifies the shop of that date; schedules
 * nothing for an amount of 0. The caller has locked the shop.
 */
export async function planReturn(
  deps: Deps,
  { shopId, amount, reason }: Pick<DepositReturn, 'shopId' | 'amount' | 'reason'>,
): Promise<Date> {
  const { db: tx, clock, random } = deps;
  const at = clock.now();
  const { at: dueAt } = await lastWindowEnd(deps, shopId);
  await cancelReturns(deps, shopId);
  if (amount === 0n) return dueAt;
  const id = newId(random, 'dep');
  await tx.insert(depositReturns).values({ id, shopId, reason, amount, announcedAt: at, dueAt });
  await notifyReturning(deps, { shopId, amount, dueAt });
  return dueAt;
}

/**
 * Plans the return of what a shop's deposit has above what its level requires, after something was given back to it. A
 * return that is planned already grows by it and keeps its date. The caller has locked the shop.
 */
export async function planSurplusReturn(deps: Deps, shopId: string): Promise<void> {
  const { db: tx } = deps;
  const { depositRequired } = await shopOf(tx, shopId);
  const amount = (await balanceOf(tx, depositOf(shopId))) - depositRequired;
  const [planned] = await tx.select().from(depositReturns).where(openReturnsOf(shopId));
  if (amount <= (planned?.amount ?? 0n)) return;
  if (!planned) {
    await planReturn(deps, { shopId, amount, reason: 'surplus' });
    return;
  }
  await tx.update(depositReturns).set({ amount }).where(eq(depositReturns.id, planned.id));
  await notifyReturning(deps, { ...planned, amount });
}

async function postpone({ db: tx, clock }: Deps, row: DepositReturn, dueAt: Date): Promise<void> {
  await tx.update(depositReturns).set({ dueAt }).where(eq(depositReturns.id, row.id));
  if (row.reason === 'close') await tx.update(shops).set({ closesAt: dueAt }).where(eq(shops.id, row.shopId));
  const params = { amount: formatMoney(row.amount), dueAt: dueAt.toISOString() };
  const { shopId } = row;
  await notify(tx, { shopId, kind: 'deposit_moved', params, at: clock.now() });
}

/**
 * Returns a deposit that has reached its date; postpones it while an order from before its announcement is open.
 * @returns whether money moved
 */
async function processReturn(deps: Deps, id: string): Promise<boolean> {
  const { db: tx, clock, config } = deps;
  const [planned] = await tx
    .select({ shopId: depositReturns.shopId })
    .from(depositReturns)
    .where(eq(depositReturns.id, id));
  if (!planned) return false;
  const shop = await lockShop(tx, planned.shopId);
  const at = clock.now();
  const [row] = await tx
    .select()
    .from(depositReturns)
    .where(and(eq(depositReturns.id, id), isNull(depositReturns.endedAt)));
  if (!row || row.dueAt > at) return false;

  const window = await lastWindowEnd(deps, shop.id, row.announcedAt);
  if (!window.isOver) {
    // An order that is overdue has no date ahead.
    const wait = Math.max(window.at.getTime() - at.getTime(), config.timing.returnWindow / 14);
    await postpone(deps, row, after(at, wait));
    return false;
  }
  const free = (await balanceOf(tx, depositOf(shop.id))) - shop.depositRequired;
  const amount = orZero(lowest(free, row.amount));
  if (amount > 0n) {
    const entries = move(depositOf(shop.id), availableOf(shop.id), amount);
    const posting = { kind: 'deposit_return', ref: row.id, shopId: shop.id, actor: 'system', at };
    await post(tx, { ...posting, entries, reason: 'return_window_ended' });
  }
  await tx.update(depositReturns).set({ endedAt: at, returned: amount }).where(eq(depositReturns.id, row.id));
  if (amount === 0n) return false;
  const params = { amount: formatMoney(amount) };
  await notify(tx, { shopId: shop.id, kind: 'deposit_returned', params, at });
  return true;
}

/** Returns every deposit that has reached its date. */
export const depositsDue = dueWork({
  name: 'deposit return',
  due: (now) => ({
    id: depositReturns.id,
    at: depositReturns.dueAt,
    where: and(isNull(depositReturns.endedAt), lte(depositReturns.dueAt, now)),
  }),
  handle: processReturn,
});
