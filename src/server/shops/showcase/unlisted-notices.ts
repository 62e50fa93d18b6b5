import { formatMoney } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/db.ts';
import type { showcase } from '../../schema/goods.ts';
import { notify } from '../notices/notify.ts';

export interface Unlisted {
  kind: 'goods_stock_out' | 'goods_withdrawn';
  goodsId: string;
  shopIds: string[];
  at: Date;
}

/**
 * Notifies every shop that has lost the goods from its showcase; shops in the order in which all transactions lock several of
 * them.
 */
export async function notifyUnlisted(tx: Database, { kind, goodsId, shopIds, at }: Unlisted): Promise<void> {
  for (const shopId of [...new Set(shopIds)].sort())
    await notify(tx, { shopId, kind, params: { goods: goodsId }, at });
}

interface CostChange {
  goodsId: string;
  /** Those that it took off, each with the cost at which it was listed. */
  listings: Pick<typeof showcase.$inferSelect, 'shopId' | 'listedCost'>[];
  cost: bigint;
  at: Date;
}

/** Notifies shops of the old and the new cost of a listing that a change of cost has taken off, in the same order of shops. */
export async function notifyCostChange(
  tx: Database,
  { goodsId, listings, cost, at }: CostChange,
): Promise<void> {
  const inOrder = [...listings].sort((one, other) => (one.shopId < other.shopId ? -1 : 1));
  for (const { shopId, listedCost } of inOrder) {
    const params = { goods: goodsId, oldCost: formatMoney(listedCost), cost: formatMoney(cost) };
    await notify(tx, { shopId, kind: 'goods_cost_change', params, at });
  }
}
