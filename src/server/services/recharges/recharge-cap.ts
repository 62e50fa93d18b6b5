import { and, eq, sql } from 'drizzle-orm';
import { parseMoney } from '../../../contract/money.ts';
import { orZero } from '../../ledger/amounts.ts';
import type { Deps } from '../../platform/context.ts';
import { recharges } from '../../schema/recharges.ts';
import { hasWithdrawn } from '../../shops/shop/has-withdrawn.ts';

/**
 * Returns how much a shop may still recharge; null once a withdrawal has been paid. Recharges under review count,
 * refused ones do not.
 */
export async function rechargeCapLeft({ db, config }: Deps, shopId: string): Promise<bigint | null> {
  if (await hasWithdrawn(db, shopId)) return null;
  const total = sql<string>`coalesce(sum(coalesce(${recharges.received}, ${recharges.amount})), 0)::text`;
  const [row] = await db
    .select({ sum: total })
    .from(recharges)
    .where(
      and(
        eq(recharges.shopId, shopId),
        sql`${recharges.status} <> 'failed'`,
        sql`${recharges.channelId} is not null`,
      ),
    );
  return orZero(parseMoney(config.limits.newShopDepositCap) - BigInt(row?.sum ?? 0));
}
