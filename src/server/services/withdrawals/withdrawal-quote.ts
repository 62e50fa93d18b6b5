import type { Output, Parsed } from '../../../contract/calls.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import { after } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { storeQuote } from '../../trade/model/quote-row.ts';
import { checkWithdrawal } from './check-withdrawal.ts';

type WithdrawQuote = Extract<Output<'POST /v1/quote'>, { kind: 'withdraw' }>;
type WithdrawInput = Extract<Parsed<'POST /v1/quote'>, { kind: 'withdraw' }>;

/** Returns the references of a withdrawal's quote: another amount or another account needs another quote. */
export const withdrawRefs = (accountId: string, amount: bigint): string[] => [accountId, amount.toString()];

/** Quotes a withdrawal: the lines sum to the amount that arrives, and the fee is deducted from the amount. */
export async function quoteOfWithdrawal(
  context: Context<'POST /v1/quote'>,
  { amount: typed, accountId }: WithdrawInput,
): Promise<WithdrawQuote> {
  const { db, clock, config, caller } = context;
  const { shopId, userId } = caller;
  const amount = parseMoney(typed);
  const { fee, net } = await checkWithdrawal(context, { shopId, userId, accountId, amount });
  const shop = await shopOf(db, shopId);
  const left = (await balanceOf(db, availableOf(shopId))) - amount;
  const refs = withdrawRefs(accountId, amount);
  const quote = await storeQuote(context, { shopId, kind: 'withdraw', refs, total: net });
  return {
    kind: 'withdraw',
    quoteId: quote.id,
    expiresAt: quote.expiresAt.toISOString(),
    currency: shop.currency,
    lines: [
      { key: 'amount', amount: formatMoney(amount) },
      { key: 'withdraw_fee', amount: formatMoney(-fee) },
    ],
    fee: formatMoney(fee),
    total: formatMoney(net),
    net: formatMoney(net),
    charged: formatMoney(amount),
    balanceAfter: formatMoney(left),
    expectedBy: after(clock.now(), config.timing.withdrawal).toISOString(),
  };
}
