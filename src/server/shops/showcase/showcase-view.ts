import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { Output } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/context.ts';
import { translated } from '../../platform/texts/translated.ts';
import { shopCounts, shopDeltas } from '../../schema/figures.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { goodsTotalsSql, withGoodsFigures } from '../figures/goods-figures.ts';
import { areClicksKnown } from '../figures/read-counts.ts';
import { figuresOf, type GoodsRow, pieceCost, priceKeepingMargin } from '../goods/catalog.ts';
import { configForShop } from '../terms/terms.ts';

export type ShowcaseItem = Output<'POST /v1/showcase/list'>['list'][number];

interface Listing {
  listing: typeof showcase.$inferSelect;
  article: GoodsRow;
  clicks: string;
  sold: string;
  returned: string;
  ads: string;
  earned: string;
  estimated: string;
}

export const clicksSql: SQL = sql`(coalesce(${shopCounts.count}, 0) + coalesce(new_clicks.count, 0))`;

/**
 * Joins the clicks on articles in a shop and what they did, for `listingColumns`: the total of each by its name, so that articles which are not
 * asked for cost nothing, and what is not folded yet, counted once for all of them.
 */
export const withFigures = <Query extends PgSelect>(query: Query, shopId: string) => {
  const name = sql`'clicks:' || ${goods.id}`;
  const newClicks = sql`(select name, sum(value) as count from ${shopDeltas}
    where ${shopDeltas.shopId} = ${shopId} and ${shopDeltas.at} is null and name like 'clicks:%' group by name) as new_clicks`;
  const withClicks = query
    .leftJoin(shopCounts, and(eq(shopCounts.shopId, shopId), eq(shopCounts.name, name)))
    .leftJoin(newClicks, sql`new_clicks.name = ${name}`);
  return withGoodsFigures(withClicks, shopId);
};

/** The columns of a listing with its article, its clicks and what it did in this shop. */
export const listingColumns = {
  listing: showcase,
  article: goods,
  clicks: sql<string>`${clicksSql}::text`,
  sold: sql<string>`${goodsTotalsSql.sold}::text`,
  returned: sql<string>`${goodsTotalsSql.returned}::text`,
  ads: sql<string>`${goodsTotalsSql.ads}::text`,
  earned: sql<string>`${goodsTotalsSql.earned}::text`,
  estimated: sql<string>`${goodsTotalsSql.estimated}::text`,
};

/**
 * Selects a shop's listings, without those that its merchant removed; those that the system unlisted stay with their
 * reason.
 */
export const inShowcase = (shopId: string) =>
  and(eq(showcase.shopId, shopId), or(eq(showcase.status, 'listed'), ne(showcase.unlistReason, 'merchant')));

/** Returns a listing as its merchant sees it, with the article's name in the reader's language. */
export const showcaseItem = (
  { listing, article, clicks, sold, returned, ads, earned, estimated }: Listing,
  { config, lang, clicksKnown }: { config: Config; lang: string; clicksKnown: boolean },
): ShowcaseItem => ({
  id: listing.id,
  goodsId: article.id,
  goodsCode: article.code,
  goodsNo: article.no,
  typeId: article.typeId,
  name: translated(article.name, article.translations, lang),
  image: article.images[0] ?? '',
  stock: article.stock,
  sellingPrice: formatMoney(listing.sellingPrice),
  ...figuresOf(article, listing.sellingPrice, config),
  clicks: clicksKnown ? Number(clicks) : null,
  sold: Number(sold),
  returned: Number(returned),
  ads: formatMoney(BigInt(ads)),
  earned: formatMoney(BigInt(earned)),
  estimated: formatMoney(BigInt(estimated)),
  status: listing.status,
  unlistReason: listing.unlistReason,
  keepMarginPrice:
    listing.unlistReason === 'cost_change'
      ? formatMoney(
          priceKeepingMargin(
            listing.sellingPrice,
            { before: listing.listedCost, now: pieceCost(article) },
            config.currency,
          ),
        )
      : null,
  listedAt: listing.listedAt.toISOString(),
});

export async function showcaseItems(
  context: Deps & { lang: string },
  shopId: string,
  ids: string[],
): Promise<ShowcaseItem[]> {
  if (ids.length === 0) return [];
  const { db, lang } = context;
  const config = await configForShop(context, shopId);
  const query = db
    .select(listingColumns)
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .where(and(eq(showcase.shopId, shopId), inArray(showcase.id, ids)));
  const clicksKnown = await areClicksKnown(db, shopId);
  const listings = await withFigures(query.$dynamic(), shopId);
  const byId = new Map(
    listings.map((row) => [row.listing.id, showcaseItem(row, { config, lang, clicksKnown })]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
