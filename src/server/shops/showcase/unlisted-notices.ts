import type { Database } from '../../platform/database/db.ts';
import { notify } from '../notices/notify.ts';

export interface Unlisted {
  kind: 'goods_stock_out' | 'goods_cost_change' | 'goods_withdrawn';
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
