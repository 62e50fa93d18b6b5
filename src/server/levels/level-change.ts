import { and, eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { Basics } from '../context.ts';
import { lastWindowEnd } from '../deposits/last-window.ts';
import { requireVerified } from '../identity/identity.ts';
import { depositOf } from '../ledger/account-names.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { refuse } from '../refuse.ts';
import { withdrawals } from '../schema/withdrawals.ts';
import type { ShopRow } from '../shop/shop-row.ts';
import { brandOf, isAuthorised, type Level } from './brands.ts';
import { isHigher, levelOf, levelOffer } from './level-offer.ts';

/** What moving to a level comes to, in 10^-6. */
export interface LevelChange {
  level: Level;
  /** What goes into the deposit now. */
  deposit: bigint;
  fee: bigint;
  /** What the deposit has to hold from then on. */
  depositRequired: bigint;
  /** What of the deposit comes back, for a lower level; and when a deposit would, if all ended today. */
  returns: bigint;
  returnsAt: Date;
}

/** Whether money of the shop has ever arrived outside: the check that comes before a larger deposit. */
async function hasWithdrawn({ db }: Basics, shopId: string): Promise<boolean> {
  const paid = and(eq(withdrawals.shopId, shopId), eq(withdrawals.step, 'paid'));
  return (await db.select({ id: withdrawals.id }).from(withdrawals).where(paid).limit(1)).length > 0;
}

async function requireTrust(deps: Basics, shop: ShopRow, deposit: bigint): Promise<void> {
  const max = deps.config.limits.newShopDepositCap;
  if (deposit <= parseMoney(max) || (await hasWithdrawn(deps, shop.id))) return;
  const params = { max, deposit: formatMoney(deposit) };
  throw refuse(codes.belowMinimumDeposit, { reason: 'first_withdrawal', params });
}

// No permission is missing that this merchant could get: the platform itself may not sell the name.
async function requireBrand(deps: Basics, level: Level): Promise<void> {
  if (await isAuthorised(deps, level)) return;
  throw refuse(codes.unauthorized, {
    reason: 'brand_not_authorised',
    params: { brand: brandOf[level] ?? '' },
  });
}

/**
 * What moving a shop to a level comes to, or the refusal that says why it cannot.
 * @throws Refusal 404 unknown level; 203 the present one, or the shop is closing; 406 a brand without its
 *   authorisation; 409 a person who is not verified; 448 a deposit above what a shop may leave that has never withdrawn
 */
export async function levelChange(deps: Basics, shop: ShopRow, typeId: string): Promise<LevelChange> {
  const level = levelOf(typeId);
  if (!level) throw refuse(codes.recordNotFound, { field: 'typeId' });
  if (level === shop.level) throw refuse(codes.invalidOperation, { reason: 'present_level' });
  if (shop.closingAt) throw refuse(codes.invalidOperation, { reason: 'closing' });
  // Also from above: nobody gets to carry a name that may not be used.
  await requireBrand(deps, level);
  const offer = levelOffer(deps.config, level);
  const { at: returnsAt } = await lastWindowEnd(deps, shop.id);
  const there = await balanceOf(deps.db, depositOf(shop.id));
  const common = { level, depositRequired: offer.deposit, returnsAt };
  if (!isHigher(level, shop.level)) {
    const returns = there > offer.deposit ? there - offer.deposit : 0n;
    return { ...common, deposit: 0n, fee: 0n, returns };
  }
  if (offer.deposit > 0n) await requireVerified(deps.db, shop.id);
  await requireTrust(deps, shop, offer.deposit);
  const deposit = offer.deposit > there ? offer.deposit - there : 0n;
  return { ...common, deposit, fee: offer.fee, returns: 0n };
}

/** What a quote for it is for: other terms need another quote. */
export const levelRefs = ({ level, deposit, fee }: LevelChange): string[] => [
  level,
  `deposit ${deposit}`,
  `fee ${fee}`,
];
