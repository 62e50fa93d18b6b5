import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { type GoodsRow, pieceCost } from '../goods/catalog.ts';
import { hasCostChanged } from '../goods/cost-change.ts';
import { notify } from '../notices/notify.ts';
import { lockShop } from '../shop-row.ts';

type Listing = typeof showcase.$inferSelect;

const currentUnlistReason = (listing: Listing, article: GoodsRow): Listing['unlistReason'] => {
  if (article.withdrawnAt) return 'goods_withdrawn';
  if (article.stock === 0) return 'stock_out';
  return hasCostChanged(pieceCost(article), listing.listedCost) ? 'cost_change' : null;
};

/** Restores a listing that the platform had unlisted; changes since then keep it unlisted, with their own reason. */
export async function restoreListing({ db: tx, clock }: Deps, id: string): Promise<void> {
  const [row] = await tx
    .select({ listing: showcase, article: goods })
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .where(and(eq(showcase.id, id), eq(showcase.unlistReason, 'policy')));
  if (!row) return;
  const { shopId } = row.listing;
  const { closingAt } = await lockShop(tx, shopId);
  const at = clock.now();
  // A closing shop unlists everything, which includes this listing.
  const unlistReason = closingAt ? 'merchant' : currentUnlistReason(row.listing, row.article);
  const isRestored = unlistReason === null;
  await tx
    .update(showcase)
    .set({
      status: isRestored ? 'listed' : 'unlisted',
      unlistReason,
      statementId: null,
      ...(isRestored ? { unlistedAt: null, listedAt: at } : {}),
    })
    .where(and(eq(showcase.id, id), eq(showcase.unlistReason, 'policy')));
  const params = { goods: row.article.id };
  if (isRestored) await notify(tx, { shopId, kind: 'goods_restored', params, at });
}
