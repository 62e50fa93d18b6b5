import type { Output, Parsed } from '../../contract/calls.ts';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { after } from '../clock.ts';
import type { Context } from '../context.ts';
import { availableOf } from '../ledger/account-names.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { shopOf } from '../shop/shop-row.ts';
import { checkWithdrawal } from '../withdrawals/check-withdrawal.ts';
import { keepQuote } from './quote-row.ts';

type WithdrawQuote = Extract<Output<'POST /v1/quote'>, { kind: 'withdraw' }>;
type Asked = Extract<Parsed<'POST /v1/quote'>, { kind: 'withdraw' }>;

/** What a quote for a withdrawal is for: another amount or another account needs another quote. */
export const withdrawRefs = (accountId: string, amount: bigint): string[] => [accountId, amount.toString()];

/** What withdrawing comes to: the lines add up to what arrives, and the fee is taken out of the amount. */
export async function quoteOfWithdrawal(
  context: Context<'POST /v1/quote'>,
  { amount: typed, accountId }: Asked,
): Promise<WithdrawQuote> {
  const { db, clock, config, actor } = context;
  const { shopId, userId } = actor;
  const amount = parseMoney(typed);
  const { fee, net } = await checkWithdrawal(context, { shopId, userId, accountId, amount });
  const shop = await shopOf(db, shopId);
  const left = (await balanceOf(db, availableOf(shopId))) - amount;
  const refs = withdrawRefs(accountId, amount);
  const quote = await keepQuote(context, { shopId, kind: 'withdraw', refs, total: net });
  return {
    ...{ kind: 'withdraw', quoteId: quote.id, expiresAt: quote.expiresAt.toISOString() },
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
