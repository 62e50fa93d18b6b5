import { and, eq, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import type { Handlers } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { translated } from '../../platform/texts/translated.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { foldLongTail } from '../figures/fold-deltas.ts';
import { goodsTotalsSql, withGoodsFigures } from '../figures/goods-figures.ts';
import { goodsView } from '../goods/catalog.ts';
import { factsOf } from '../goods/goods-facts.ts';
import { configForShop } from '../terms/terms.ts';
import { inShowcase, showcaseItems } from './showcase-view.ts';

/** What an article did in the caller's shop, over all time. */
const ownFigures = {
  sold: sql<string>`${goodsTotalsSql.sold}::text`,
  returned: sql<string>`${goodsTotalsSql.returned}::text`,
  profit: sql<string>`${goodsTotalsSql.profit}::text`,
  refunds: sql<string>`${goodsTotalsSql.refunds}::text`,
};

export const goodsDetailHandlers = {
  'POST /v1/goods/detail': async (context, { id }) => {
    const { db, caller, lang } = context;
    await foldLongTail(db, caller.shopId);
    const query = db
      .select({ row: goods, ...ownFigures })
      .from(goods)
      .where(eq(goods.id, id));
    const [found] = await withGoodsFigures(query.$dynamic(), caller.shopId);
    if (!found) throw refuse(codes.recordNotFound, { field: 'id' });
    const { row, sold, returned, profit, refunds } = found;
    const config = await configForShop(context, caller.shopId);
    const own = and(inShowcase(caller.shopId), eq(showcase.goodsId, id));
    const listings = await db.select({ id: showcase.id }).from(showcase).where(own);
    const ids = listings.map((listing) => listing.id);
    const [listing = null] = await showcaseItems(context, caller.shopId, ids);
    const ownPrice = listing?.status === 'listed' ? parseMoney(listing.sellingPrice) : null;
    return {
      ...goodsView(row, { config, lang, ownPrice }),
      text: translated(row.text, row.textTranslations, lang),
      shipsFrom: row.shipsFrom,
      delivery: row.delivery,
      offered: row.withdrawnAt === null,
      listing,
      mine: {
        sold: Number(sold),
        returned: Number(returned),
        profit: formatMoney(BigInt(profit)),
        refunds: formatMoney(BigInt(refunds)),
      },
      facts: await factsOf(db, id),
      currency: config.currency,
    };
  },
} satisfies Partial<Handlers>;
