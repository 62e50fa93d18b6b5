import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { parseMoney, UNITS } from '../../contract/money.ts';
import { type AccountRow, accountOf } from '../accounts/account-row.ts';
import type { Basics } from '../context.ts';
import { availableOf } from '../ledger/account-names.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { type Refusal, refuse } from '../refuse.ts';
import { requireUnrestricted } from '../restrictions/restrictions.ts';
import { users } from '../schema/session.ts';
import { shopOf } from '../shop/shop-row.ts';
import { withdrawFee } from './withdraw-fee.ts';

export interface Wish {
  shopId: string;
  userId: string;
  accountId: string;
  /** What leaves the balance, in 10^-6. */
  amount: bigint;
}

export interface Checked {
  account: AccountRow;
  fee: bigint;
  net: bigint;
}

const cent = UNITS / 100n;

/** Whether it is all that is left of a shop that closes: too little to withdraw must not keep it from closing. */
async function isLastOfClosing({ db }: Basics, { shopId, amount }: Wish): Promise<boolean> {
  const { closingAt } = await shopOf(db, shopId);
  return closingAt !== null && amount === (await balanceOf(db, availableOf(shopId)));
}

/** The fee; none is taken of a last rest below the minimum, which it could eat up. */
async function feeOf(deps: Basics, wish: Wish): Promise<bigint> {
  const { config } = deps;
  const min = config.limits.minimumWithdrawal;
  if (wish.amount >= parseMoney(min)) return withdrawFee(wish.amount, config);
  if (await isLastOfClosing(deps, wish)) return 0n;
  const params = { kind: 'min_value', limit: min, min };
  throw refuse(codes.invalidParameter, { field: 'amount', params });
}

const waiting = (field: string, reason: string, usableFrom: Date): Refusal =>
  refuse(codes.invalidOperation, { field, reason, params: { usableFrom: usableFrom.toISOString() } });

/** A payment password that was changed lately pays, and does not withdraw yet: whoever changed it has to wait. */
async function requireSettledPassword({ db, clock }: Basics, userId: string): Promise<void> {
  const [user] = await db.select({ from: users.payUsableFrom }).from(users).where(eq(users.id, userId));
  if (user?.from && user.from > clock.now()) throw waiting('payPassword', 'pay_password_new', user.from);
}

/**
 * Whether a shop may withdraw this amount to this account now, and what it would come to; its balance is not looked at.
 * @throws Refusal 405 below the minimum, 450 and 449 with the restriction, 451, 203 while account or password wait
 */
export async function checkWithdrawal(deps: Basics, wish: Wish): Promise<Checked> {
  const { shopId, userId, accountId, amount } = wish;
  const fee = await feeOf(deps, wish);
  await requireUnrestricted(deps, shopId, 'withdraw');
  const account = await accountOf(deps.db, shopId, accountId);
  if (account.type === 'bank_card' && amount % cent !== 0n)
    throw refuse(codes.invalidParameter, { field: 'amount', params: { kind: 'decimals', limit: 2 } });
  if (account.usableFrom > deps.clock.now()) throw waiting('accountId', 'account_new', account.usableFrom);
  await requireSettledPassword(deps, userId);
  return { account, fee, net: amount - fee };
}
