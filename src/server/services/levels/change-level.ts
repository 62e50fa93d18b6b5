import { eq } from 'drizzle-orm';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf, depositOf } from '../../ledger/account-names.ts';
import { move, post } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import { newNo } from '../../platform/ids.ts';
import { shops } from '../../schema/shops.ts';
import { notify } from '../../shops/notices/notify.ts';
import { requireSpendable } from '../../shops/shop/require-balance.ts';
import { lockShop, type ShopRow } from '../../shops/shop-row.ts';
import { configForShop } from '../../shops/terms/terms.ts';
import { cancelReturns, planReturn } from '../../trade/deposits/deposit-return.ts';
import { consumeQuote, quoteExpired } from '../../trade/model/quote-row.ts';
import { type LevelChange, levelChange, levelRefs } from './level-amounts.ts';
import { isHigher } from './level-offer.ts';

export interface LevelRequest {
  shopId: string;
  /** The user who pays; the payment password is checked. */
  actor: string;
  typeId: string;
  quoteId?: string;
}

async function pay(
  deps: Deps,
  { shopId, actor }: LevelRequest,
  { deposit, fee }: LevelChange,
): Promise<void> {
  const { db: tx, clock, random } = deps;
  const at = clock.now();
  const by = { ref: `UP-${newNo(random, at)}`, shopId, actor, at };
  const from = availableOf(shopId);
  if (deposit > 0n)
    await post(tx, { ...by, kind: 'deposit', entries: move(from, depositOf(shopId), deposit) });
  if (fee > 0n) await post(tx, { ...by, kind: 'upgrade_fee', entries: move(from, 'P.fees', fee) });
}

async function notifyChange(deps: Deps, shop: ShopRow, change: LevelChange): Promise<void> {
  const { db: tx, clock } = deps;
  const { limits } = await configForShop(deps, shop.id);
  const at = clock.now();
  const { level, deposit } = change;
  const params = { level, cap: String(limits.goodsByLevel[level]) };
  await notify(tx, { shopId: shop.id, kind: 'level_changed', params, at });
  if (deposit === 0n) return;
  const paid = { amount: formatMoney(deposit) };
  await notify(tx, { shopId: shop.id, kind: 'deposit_paid', params: paid, at });
}

/**
 * Moves a shop to another level in the caller's transaction: charges deposit and fee for a higher one, plans the return
 * of what the deposit has above it. With a quote exactly what was quoted is charged.
 */
export async function changeLevel(deps: Deps, request: LevelRequest): Promise<LevelChange> {
  const { db: tx } = deps;
  const shop = await lockShop(tx, request.shopId);
  const change = await levelChange(deps, shop, request.typeId);
  const total = change.deposit + change.fee;
  if (request.quoteId !== undefined) {
    const of = { shopId: shop.id, kind: 'upgrade' as const, refs: levelRefs(change) };
    const quote = await consumeQuote(deps, request.quoteId, of);
    if (quote.total !== total) throw quoteExpired();
  }
  await requireSpendable(deps, shop.id, total);
  const { level, depositRequired } = change;
  await tx.update(shops).set({ level, depositRequired }).where(eq(shops.id, shop.id));
  await pay(deps, request, change);
  await notifyChange(deps, shop, change);
  if (change.returns === 0n) {
    await cancelReturns(deps, shop.id);
    return change;
  }
  const reason = isHigher(level, shop.level) ? 'surplus' : 'downgrade';
  const returnsAt = await planReturn(deps, { shopId: shop.id, amount: change.returns, reason });
  return { ...change, returnsAt };
}
