import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney, parseMoney, percentOf, unitOf } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { roundDown } from '../../ledger/amounts.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import { requireWritable } from '../../platform/require-writable.ts';
import { users } from '../../schema/session.ts';
import { requireUnrestricted } from '../../shops/restrictions/restrictions.ts';
import { type ShopRow, shopOf } from '../../shops/shop-row.ts';
import { type Terms, termsOf } from '../../shops/terms/terms.ts';
import { type AccountRow, accountRowOf } from '../accounts/account-row.ts';

/** Returns the fee of a withdrawal: a share of the amount, and at least the minimum fee. */
export function withdrawFee(amount: bigint, terms: Terms, currency: string): bigint {
  const share = percentOf(amount, terms.withdrawalFeePercent, currency);
  const minimum = parseMoney(terms.withdrawalFeeMinimum);
  if (share > minimum) return share;
  return minimum;
}

/**
 * Returns the fee of a whole balance below the minimum: the share alone, as the minimum fee could exceed the balance,
 * and nothing where even the share would.
 */
export function feeOfSmallBalance(amount: bigint, terms: Terms, currency: string): bigint {
  const share = percentOf(amount, terms.withdrawalFeePercent, currency);
  return share < amount ? share : 0n;
}

export interface WithdrawalRequest {
  shopId: string;
  userId: string;
  accountId: string;
  /** The amount that leaves the balance, in 10^-6. */
  amount: bigint;
}

export interface CheckedWithdrawal {
  account: AccountRow;
  fee: bigint;
  net: bigint;
}

/** Returns whether the amount is the whole balance, but for what its currency cannot write. */
async function isWhole({ db }: Deps, { id, currency }: ShopRow, amount: bigint): Promise<boolean> {
  return amount === roundDown(await balanceOf(db, availableOf(id)), currency);
}

const below = (min: string): Refusal => {
  const params = { kind: 'min_value', limit: min, min };
  return refuse(codes.invalidParameter, { field: 'amount', params });
};

/**
 * Returns the fee by the terms that apply to the shop now, always less than the amount. The whole balance can be
 * withdrawn at any minimum; a shop that closes pays nothing for a last rest below it.
 */
async function feeOf(deps: Deps, shop: ShopRow, amount: bigint): Promise<bigint> {
  const { now: terms } = await termsOf(deps, shop.id);
  const min = terms.minimumWithdrawal;
  if (amount >= parseMoney(min)) {
    const fee = withdrawFee(amount, terms, shop.currency);
    // The start refuses such terms; should they occur all the same, the amount is refused before anything is stored.
    if (fee >= amount) throw below(formatMoney(fee + unitOf(shop.currency)));
    return fee;
  }
  if (amount > 0n && (await isWhole(deps, shop, amount)))
    return shop.closingAt ? 0n : feeOfSmallBalance(amount, terms, shop.currency);
  throw below(min);
}

const notUsableYet = (field: string, reason: string, usableFrom: Date): Refusal =>
  refuse(codes.invalidOperation, { field, reason, params: { usableFrom: usableFrom.toISOString() } });

/** A recently changed payment password can pay but not withdraw yet: a thief who changed it has to wait. */
async function requireSettledPassword({ db, clock }: Deps, userId: string): Promise<void> {
  const [user] = await db.select({ from: users.payUsableFrom }).from(users).where(eq(users.id, userId));
  if (user?.from && user.from > clock.now()) throw notUsableYet('payPassword', 'pay_password_new', user.from);
}

/**
 * Checks whether a shop may withdraw this amount to this account now, and returns its fee and net amount; the balance
 * is not checked.
 * @throws Refusal 405 below the minimum, or with more decimals than the currency has, 450 and 449 with the restriction, 451, 203 while account or password wait
 */
export async function checkWithdrawal(deps: Deps, request: WithdrawalRequest): Promise<CheckedWithdrawal> {
  const { shopId, userId, accountId, amount } = request;
  const shop = await shopOf(deps.db, shopId);
  requireWritable(amount, shop.currency, 'amount');
  const fee = await feeOf(deps, shop, amount);
  await requireUnrestricted(deps, shopId, 'withdraw');
  const account = await accountRowOf(deps.db, shopId, accountId);
  if (account.usableFrom > deps.clock.now())
    throw notUsableYet('accountId', 'account_new', account.usableFrom);
  await requireSettledPassword(deps, userId);
  return { account, fee, net: amount - fee };
}
