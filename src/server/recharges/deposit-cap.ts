import { and, eq, sql } from 'drizzle-orm';
import { parseMoney } from '../../contract/money.ts';
import type { Deps } from '../context.ts';
import { recharges } from '../schema/recharges.ts';
import { withdrawals } from '../schema/withdrawals.ts';

/**
 * How much a shop may still recharge; null once a withdrawal has been paid to it, because then its merchant has seen
 * that money comes out. What is under review counts, what was refused does not.
 */
export async function depositCapLeft(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  shopId: string,
): Promise<bigint | null> {
  const [paid] = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.shopId, shopId), eq(withdrawals.status, 'completed')))
    .limit(1);
  if (paid) return null;
  const said = sql<string>`coalesce(sum(coalesce(${recharges.received}, ${recharges.amount})), 0)::text`;
  const [row] = await db
    .select({ sum: said })
    .from(recharges)
    .where(
      and(
        eq(recharges.shopId, shopId),
        sql`${recharges.status} <> 'failed'`,
        sql`${recharges.channelId} is not null`,
      ),
    );
  const left = parseMoney(config.limits.newShopDepositCap) - BigInt(row?.sum ?? 0);
  return left > 0n ? left : 0n;
}
