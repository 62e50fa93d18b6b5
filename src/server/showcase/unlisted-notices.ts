import type { Database } from '../database/db.ts';
import { notify } from '../notices/notify.ts';

export interface Unlisted {
  kind: 'goods_stock_out' | 'goods_cost_change' | 'goods_withdrawn';
  /** The goods' name. */
  goods: string;
  shopIds: string[];
  at: Date;
}

/** Tells every shop that goods have left its showcase; the shops in one order, as whoever locks several of them. */
export async function tellUnlisted(tx: Database, { kind, goods, shopIds, at }: Unlisted): Promise<void> {
  for (const shopId of [...new Set(shopIds)].sort())
    await notify(tx, { shopId, kind, params: { goods }, link: '/goodsList', at });
}
