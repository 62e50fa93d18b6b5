import type { Output } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Context } from '../../platform/context.ts';
import { requireUnrestricted } from '../../shops/restrictions/restrictions.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { storeQuote } from '../../trade/model/quote-row.ts';
import { levelChange, levelRefs } from './level-amounts.ts';
import { changeRule } from './level-texts.ts';

type UpgradeQuote = Extract<Output<'POST /v1/quote'>, { kind: 'upgrade' }>;

/** Quotes another level: the deposit, which is refundable, and the fee, which is not; the lines sum to the total. */
export async function quoteOfUpgrade(
  context: Context<'POST /v1/quote'>,
  typeId: string,
): Promise<UpgradeQuote> {
  const { db, lang, caller } = context;
  const shop = await shopOf(db, caller.shopId);
  const change = await levelChange(context, shop, typeId);
  const { deposit, fee } = change;
  const total = deposit + fee;
  if (total > 0n) await requireUnrestricted(context, shop.id, 'spend');
  const left = (await balanceOf(db, availableOf(shop.id))) - total;
  const refs = levelRefs(change);
  const quote = await storeQuote(context, { shopId: shop.id, kind: 'upgrade', refs, total });
  return {
    kind: 'upgrade',
    quoteId: quote.id,
    expiresAt: quote.expiresAt.toISOString(),
    currency: shop.currency,
    lines: [
      { key: 'deposit', amount: formatMoney(deposit) },
      { key: 'upgrade_fee', amount: formatMoney(fee) },
    ],
    fee: formatMoney(fee),
    total: formatMoney(total),
    charged: formatMoney(total),
    balanceAfter: formatMoney(left),
    deposit: formatMoney(deposit),
    depositRefundRule: changeRule({ lang, shop }, change),
  };
}
