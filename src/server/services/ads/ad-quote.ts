import type { Output } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Context } from '../../platform/context.ts';
import { requireUnrestricted } from '../../shops/restrictions/restrictions.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { storeQuote } from '../../trade/model/quote-row.ts';
import { refundRule } from './ad-view.ts';
import { type AdInput, adRefs, offerFor } from './buy-ad.ts';

type AdQuote = Extract<Output<'POST /v1/quote'>, { kind: 'ad' }>;

/** Quotes a promotion; there is no fee for buying one, so its price is the total. */
export async function quoteOfAd(context: Context<'POST /v1/quote'>, input: AdInput): Promise<AdQuote> {
  const { db, lang, caller } = context;
  const shop = await shopOf(db, caller.shopId);
  const { price, days } = await offerFor(context, shop, input);
  await requireUnrestricted(context, shop.id, 'spend');
  const left = (await balanceOf(db, availableOf(shop.id))) - price;
  const refs = adRefs(input);
  const quote = await storeQuote(context, { shopId: shop.id, kind: 'ad', refs, total: price });
  return {
    kind: 'ad',
    quoteId: quote.id,
    expiresAt: quote.expiresAt.toISOString(),
    currency: shop.currency,
    lines: [{ key: 'ad', amount: formatMoney(price) }],
    fee: formatMoney(0n),
    total: formatMoney(price),
    charged: formatMoney(price),
    balanceAfter: formatMoney(left),
    refundRule: refundRule(lang, days),
  };
}
