import { and, eq } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { pieceCost } from '../goods/catalog.ts';
import { notify } from '../notices/notify.ts';
import { goods, showcase } from '../schema/goods.ts';
import { lockShop } from '../shop/shop-row.ts';
import { costChanged } from './cost-change.ts';

type Listing = typeof showcase.$inferSelect;
type Article = typeof goods.$inferSelect;

const now = (listing: Listing, article: Article): Listing['unlistReason'] => {
  if (article.withdrawnAt) return 'goods_withdrawn';
  if (article.stock === 0) return 'stock_out';
  return costChanged(pieceCost(article), listing.listedCost) ? 'cost_change' : null;
};

/** Lists again what the platform had taken off, as if it had not; what has changed since keeps it off, and says so. */
export async function restoreListing(
  { db: tx, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
): Promise<void> {
  const [found] = await tx
    .select({ listing: showcase, article: goods })
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .where(and(eq(showcase.id, id), eq(showcase.unlistReason, 'policy')));
  if (!found) return;
  const { shopId } = found.listing;
  const { closingAt } = await lockShop(tx, shopId);
  const at = clock.now();
  // A shop that closes has taken off everything, and this would have been among it.
  const unlistReason = closingAt ? 'merchant' : now(found.listing, found.article);
  const back = unlistReason === null;
  await tx
    .update(showcase)
    .set({
      ...{ status: back ? 'listed' : 'unlisted', unlistReason, statementId: null },
      ...(back ? { unlistedAt: null, listedAt: at } : {}),
    })
    .where(and(eq(showcase.id, id), eq(showcase.unlistReason, 'policy')));
  const params = { goods: found.article.name };
  if (back) await notify(tx, { shopId, kind: 'goods_restored', params, link: '/goodsList', at });
}
