import type { Output } from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Context } from '../context.ts';
import { availableOf } from '../ledger/account-names.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { levelChange, levelRefs } from '../levels/level-change.ts';
import { changeRule } from '../levels/level-texts.ts';
import { requireUnrestricted } from '../restrictions/restrictions.ts';
import { shopOf } from '../shop/shop-row.ts';
import { keepQuote } from './quote-row.ts';

type UpgradeQuote = Extract<Output<'POST /v1/quote'>, { kind: 'upgrade' }>;

/** What another level comes to: the deposit, which comes back, and the fee, which does not; the lines are the total. */
export async function quoteOfUpgrade(
  context: Context<'POST /v1/quote'>,
  typeId: string,
): Promise<UpgradeQuote> {
  const { db, lang, actor } = context;
  const shop = await shopOf(db, actor.shopId);
  const change = await levelChange(context, shop, typeId);
  const { deposit, fee } = change;
  const total = deposit + fee;
  if (total > 0n) await requireUnrestricted(context, shop.id, 'spend');
  const left = (await balanceOf(db, availableOf(shop.id))) - total;
  const refs = levelRefs(change);
  const quote = await keepQuote(context, { shopId: shop.id, kind: 'upgrade', refs, total });
  return {
    ...{ kind: 'upgrade', quoteId: quote.id, expiresAt: quote.expiresAt.toISOString() },
    currency: shop.currency,
    lines: [
      { key: 'deposit', amount: formatMoney(deposit) },
      { key: 'upgrade_fee', amount: formatMoney(fee) },
    ],
    ...{ fee: formatMoney(fee), total: formatMoney(total), charged: formatMoney(total) },
    balanceAfter: formatMoney(left),
    deposit: formatMoney(deposit),
    depositRefundRule: changeRule({ lang, shop }, change),
  };
}
