import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { LOW_STOCK } from '../../../contract/counts.ts';
import { codes } from '../../../contract/errors.ts';
import { parseMoney } from '../../../contract/money.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Handlers } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { refuse } from '../../platform/refuse.ts';
import { requireWritable } from '../../platform/require-writable.ts';
import { goods, showcase, showcaseRemovals } from '../../schema/goods.ts';
import { goodsTotalsSql } from '../figures/goods-figures.ts';
import { areClicksKnown } from '../figures/read-counts.ts';
import { profitSql, requireCostCovered } from '../goods/catalog.ts';
import { keywordFilter } from '../goods/goods.ts';
import { unlist } from '../goods/stock.ts';
import { lockShop, shopOf } from '../shop-row.ts';
import { configForShop } from '../terms/terms.ts';
import { latestRepricing, repriceHandlers } from './reprice.ts';
import { addToShowcase } from './showcase-add.ts';
import { capacityOf, deleteQuotaOf, takenOffIn } from './showcase-capacity.ts';
import {
  clicksSql,
  inShowcase,
  listingColumns,
  showcaseItem,
  showcaseItems,
  withFigures,
} from './showcase-view.ts';

type Sort = 'new' | 'price' | 'profit' | 'clicks' | 'earned';

/** More than any article earns or loses, in 10^-6; a key with it has at most 18 digits, and a cursor takes no more. */
const beyondEarnings = sql.raw('500000000000000000');
const { sold, returned, profit, earned, estimated } = goodsTotalsSql;
/** What is settled comes first, losses last of it; then what is only expected of an article, then those without a sale. */
const earnedKeySql = sql`(case when ${profit} = 0 and ${estimated} <> 0 then ${estimated}
  when ${sold} = 0 and ${returned} = 0 and ${earned} = 0 then -${beyondEarnings}
  else ${beyondEarnings} + ${earned} end)`;

const keysetOf = (sort: Sort, config: Config): Keyset => {
  const id = sql`${showcase.id}`;
  const price = sql`${showcase.sellingPrice}`;
  if (sort === 'price') return { key: price, id, type: 'bigint', direction: 'desc' };
  if (sort === 'clicks') return { key: clicksSql, id, type: 'bigint', direction: 'desc' };
  if (sort === 'earned') return { key: earnedKeySql, id, type: 'bigint', direction: 'desc' };
  if (sort === 'profit') return { key: profitSql(price, config), id, type: 'bigint', direction: 'desc' };
  return { key: sql`${showcase.listedAt}`, id, type: 'timestamptz', direction: 'desc' };
};

export const showcaseHandlers = {
  ...repriceHandlers,

  'POST /v1/showcase/list': async (context, input) => {
    const { db, caller, lang } = context;
    const config = await configForShop(context, caller.shopId);
    const keyset = keysetOf(input.sort, config);
    const clicksKnown = await areClicksKnown(db, caller.shopId);
    const query = db
      .select({ id: showcase.id, key: keyText(keyset), ...listingColumns })
      .from(showcase)
      .innerJoin(goods, eq(goods.id, showcase.goodsId))
      .where(
        and(
          inShowcase(caller.shopId),
          input.status === undefined ? undefined : eq(showcase.status, input.status),
          input.typeId === undefined ? undefined : eq(goods.typeId, input.typeId),
          input.lowStock ? lt(goods.stock, LOW_STOCK) : undefined,
          keywordFilter(input.keyword, lang),
          afterCursor(keyset, input.cursor),
        ),
      )
      .orderBy(...orderBy(keyset))
      .limit(input.limit + 1);
    const listings = await withFigures(query.$dynamic(), caller.shopId);
    const { page, nextCursor } = toPage(listings, input.limit);
    const shop = await shopOf(db, caller.shopId);
    return {
      list: page.map((row) => showcaseItem(row, { config, lang, clicksKnown })),
      nextCursor,
      ...(await capacityOf(context, shop)),
      takenOff: await takenOffIn(db, shop.id),
      deleteQuota: await deleteQuotaOf(context, shop),
      repricing: await latestRepricing(context, shop.id),
      currency: shop.currency,
    };
  },

  'POST /v1/showcase/add': async (context, { items }) => {
    const { added, skipped } = await addToShowcase(context, context.caller.shopId, items);
    const shop = await shopOf(context.db, context.caller.shopId);
    const list = await showcaseItems(context, shop.id, added);
    return { added: list, skipped, ...(await capacityOf(context, shop)) };
  },

  'POST /v1/showcase/edit': async (context, { id, sellingPrice }) => {
    const { db, caller } = context;
    const price = parseMoney(sellingPrice);
    const ownListing = and(eq(showcase.id, id), inShowcase(caller.shopId));
    const [listing] = await db
      .select({ showcase, goods })
      .from(showcase)
      .innerJoin(goods, eq(goods.id, showcase.goodsId))
      .where(ownListing)
      .for('update', { of: showcase });
    if (!listing) throw refuse(codes.recordNotFound, { field: 'id' });
    if (listing.showcase.status !== 'listed') throw refuse(codes.invalidOperation, { reason: 'not_listed' });
    requireWritable(price, context.config.currency, 'sellingPrice');
    requireCostCovered(price, listing.goods, 'sellingPrice');
    await db.update(showcase).set({ sellingPrice: price }).where(eq(showcase.id, id));
    const [item] = await showcaseItems(context, caller.shopId, [id]);
    if (!item) throw refuse(codes.recordNotFound, { field: 'id' });
    return { item };
  },

  'POST /v1/showcase/del': async (context, { ids }) => {
    const { db, clock, random, caller } = context;
    const shop = await lockShop(db, caller.shopId);
    const listings = await db
      .select()
      .from(showcase)
      .where(and(inShowcase(shop.id), inArray(showcase.id, ids)));
    if (listings.length === 0) throw refuse(codes.recordNotFound, { field: 'ids' });
    const listed = listings.filter((row) => row.status === 'listed');
    if (listed.length === 0) throw refuse(codes.invalidOperation, { reason: 'not_listed' });
    const { used, limit, resetsAt } = await deleteQuotaOf(context, shop);
    if (used + listed.length > limit) {
      throw refuse(codes.showcaseDeleteLimit, { params: { used, limit, resetsAt } });
    }
    const at = clock.now();
    for (const row of listed) {
      await unlist(db, row.goodsId, { reason: 'merchant', at, ids: [row.id] });
      await db
        .insert(showcaseRemovals)
        .values({ id: newId(random, 'rem'), shopId: shop.id, showcaseId: row.id, at });
    }
    const removed = new Set(listed.map((row) => row.id));
    const known = new Set(listings.map((row) => row.id));
    const code = (id: string) => (known.has(id) ? codes.invalidOperation : codes.recordNotFound);
    const skipped = ids.filter((id) => !removed.has(id)).map((id) => ({ id, code: code(id) }));
    const deleteQuota = await deleteQuotaOf(context, shop);
    return { removed: [...removed], skipped, ...(await capacityOf(context, shop)), deleteQuota };
  },
} satisfies Partial<Handlers>;
