import { and, desc, eq } from 'drizzle-orm';
import { decide } from '../operators/decisions.ts';
import { orders } from '../schema/orders.ts';
import { complain } from './buyer-complaints.ts';
import { complaints } from './complaint.ts';
import type { Past } from './play-order.ts';

/** Leaves to do for the merchant: a buyer who wants to return, goods whose cost has risen, and goods that run out. */
export async function leaveToDo(
  { deps, shop: { shopId }, goods }: Pick<Past, 'deps' | 'shop'> & { goods: string[] },
  listed: number[],
): Promise<void> {
  const [fewer = '', dearer = ''] = listed.slice(-2).map((at) => goods[at]);
  const { db } = deps;
  const [settled] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(eq(orders.shopId, shopId), eq(orders.status, 'waiting_for_withdrawal'), eq(orders.hadCase, false)),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  if (settled) await complain(deps, settled.id, complaints.sendsBack);
  await decide(deps, 'goods-price', { goods: dearer, cost: '21.00' }, 'demo');
  await decide(deps, 'stock', { goods: fewer, stock: 6 }, 'demo');
}
