import { codes } from '../../../contract/errors.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import { levelBrands } from '../../../contract/status.ts';
import { depositOf } from '../../ledger/account-names.ts';
import { orZero } from '../../ledger/amounts.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { isAuthorised, type Level } from '../../shops/shop/brands.ts';
import { hasWithdrawn } from '../../shops/shop/has-withdrawn.ts';
import type { ShopRow } from '../../shops/shop-row.ts';
import { configForShop } from '../../shops/terms/terms.ts';
import { lastWindowEnd } from '../../trade/deposits/return-window.ts';
import { requireVerified } from '../identity/identity.ts';
import { isHigher, levelOf, levelOffer } from './level-offer.ts';

/** The amounts of a change of level, in 10^-6. */
export interface LevelChange {
  level: Level;
  /** The amount paid into the deposit now. */
  deposit: bigint;
  fee: bigint;
  /** The deposit that the level requires from then on. */
  depositRequired: bigint;
  /** The amount of the deposit above that, which is returned; and when a deposit would be, if all ended today. */
  returns: bigint;
  returnsAt: Date;
}

async function requireTrust(deps: Deps, shop: ShopRow, deposit: bigint): Promise<void> {
  const max = deps.config.limits.newShopDepositCap;
  if (deposit <= parseMoney(max) || (await hasWithdrawn(deps.db, shop.id))) return;
  const params = { max, deposit: formatMoney(deposit) };
  throw refuse(codes.belowMinimumDeposit, { reason: 'first_withdrawal', params });
}

// The merchant cannot obtain this permission: the platform itself may not sell the name.
function requireBrand(deps: Deps, level: Level): void {
  if (isAuthorised(deps, level)) return;
  throw refuse(codes.unauthorized, {
    reason: 'brand_not_authorised',
    params: { brand: levelBrands[level] ?? '' },
  });
}

/**
 * Returns the amounts of a change of level, or throws the refusal that says why it cannot be made.
 * @throws Refusal 404 unknown level; 203 the current one, or the shop is closing; 406 a brand that the
 * operator may not use; 409 a person who is not verified; 448 a deposit above what a shop may leave that has never withdrawn
 */
export async function levelChange(deps: Deps, shop: ShopRow, typeId: string): Promise<LevelChange> {
  const level = levelOf(typeId);
  if (!level) throw refuse(codes.recordNotFound, { field: 'typeId' });
  if (level === shop.level) throw refuse(codes.invalidOperation, { reason: 'present_level' });
  if (shop.closingAt) throw refuse(codes.invalidOperation, { reason: 'closing' });
  // Also for a lower level: a name without authorisation is given to no shop.
  requireBrand(deps, level);
  const offer = levelOffer(await configForShop(deps, shop.id), level);
  const { at: returnsAt } = await lastWindowEnd(deps, shop.id);
  const paid = await balanceOf(deps.db, depositOf(shop.id));
  const returns = orZero(paid - offer.deposit);
  const common = { level, depositRequired: offer.deposit, returns, returnsAt };
  if (!isHigher(level, shop.level)) return { ...common, deposit: 0n, fee: 0n };
  if (offer.deposit > 0n) await requireVerified(deps.db, shop.id);
  await requireTrust(deps, shop, offer.deposit);
  const deposit = orZero(offer.deposit - paid);
  return { ...common, deposit, fee: offer.fee };
}

/** Returns the references that a quote must match: other terms need another quote. */
export const levelRefs = ({ level, deposit, fee }: LevelChange): string[] => [
  level,
  `deposit ${deposit}`,
  `fee ${fee}`,
];
