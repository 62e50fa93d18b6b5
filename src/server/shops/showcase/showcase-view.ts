import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/context.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { clicksSql, figuresOf } from '../goods/catalog.ts';
import { configForShop } from '../terms/terms.ts';

export type ShowcaseItem = Output<'POST /v1/showcase/list'>['list'][number];

interface Listing {
  listing: typeof showcase.$inferSelect;
  article: typeof goods.$inferSelect;
  clicks: string;
}

/** Returns the columns of a listing with its article and its clicks in this shop. */
export const listingColumns = (shopId: string) => ({
  listing: showcase,
  article: goods,
  clicks: sql<string>`${clicksSql(shopId)}::text`,
});

/**
 * Selects a shop's listings, without those that its merchant removed; those that the system unlisted stay with their
 * reason.
 */
export const inShowcase = (shopId: string) =>
  and(eq(showcase.shopId, shopId), or(eq(showcase.status, 'listed'), ne(showcase.unlistReason, 'merchant')));

export const showcaseItem = ({ listing, article, clicks }: Listing, config: Config): ShowcaseItem => ({
  id: listing.id,
  goodsId: article.id,
  goodsCode: article.code,
  goodsNo: article.no,
  typeId: article.typeId,
  name: article.name,
  image: article.images[0] ?? '',
  stock: article.stock,
  sellingPrice: formatMoney(listing.sellingPrice),
  ...figuresOf(article, listing.sellingPrice, config),
  clicks: Number(clicks),
  status: listing.status,
  unlistReason: listing.unlistReason,
  listedAt: listing.listedAt.toISOString(),
});

export async function showcaseItems(deps: Deps, shopId: string, ids: string[]): Promise<ShowcaseItem[]> {
  if (ids.length === 0) return [];
  const config = await configForShop(deps, shopId);
  const listings = await deps.db
    .select(listingColumns(shopId))
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .where(and(eq(showcase.shopId, shopId), inArray(showcase.id, ids)));
  const byId = new Map(listings.map((row) => [row.listing.id, showcaseItem(row, config)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
