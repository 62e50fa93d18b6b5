import { and, count, eq, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { parseMoney } from '../../../contract/money.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Handlers } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { afterCursor, type Keyset, keyText, likePattern, orderBy, toPage } from '../../platform/keyset.ts';
import { refuse } from '../../platform/refuse.ts';
import { translated } from '../../platform/texts/translated.ts';
import { goods, goodsTypes, showcase } from '../../schema/goods.ts';
import { configForShop } from '../terms/terms.ts';
import { goodsView, pieceCostSql, profitSql } from './catalog.ts';

type Sort = 'new' | 'cost' | 'profit' | 'clicks';

/** How many articles are counted at most; where a filter selects more, the answer says that there are at least so many. */
const maxCounted = 1_000;

const keysetOf = (sort: Sort, config: Config): Keyset => {
  const id = sql`${goods.id}`;
  if (sort === 'cost') return { key: pieceCostSql, id, type: 'bigint', direction: 'asc' };
  if (sort === 'clicks') return { key: sql`${goods.clicks}`, id, type: 'bigint', direction: 'desc' };
  if (sort === 'profit')
    return {
      key: profitSql(sql`coalesce(${showcase.sellingPrice}, ${goods.suggestedPrice})`, config),
      id,
      type: 'bigint',
      direction: 'desc',
    };
  return { key: sql`${goods.createdAt}`, id, type: 'timestamptz', direction: 'desc' };
};

/**
 * Refuses a type of goods that does not exist.
 * @throws Refusal 430 with the input field that names it
 */
export async function requireType(db: Database, id: string, field = 'typeId'): Promise<void> {
  const [type] = await db.select({ id: goodsTypes.id }).from(goodsTypes).where(eq(goodsTypes.id, id));
  if (!type) throw refuse(codes.goodsTypeNotConfigured, { field });
}

/** Returns the filter for goods by name, also that in the reader's language, and by code and number. */
export function keywordFilter(keyword: string | undefined, lang: string): SQL | undefined {
  if (!keyword) return undefined;
  const own = sql`${goods.translations} ->> ${lang}::text`;
  return sql`lower(concat_ws(' ', ${goods.name}, ${own}, ${goods.code}, ${goods.no})) like ${likePattern(keyword)}`;
}

export const goodsHandlers = {
  'POST /v1/goods/type_list': async ({ db, lang }, { parentId }) => {
    if (parentId !== undefined) await requireType(db, parentId);
    const inType = and(eq(goods.typeId, goodsTypes.id), isNull(goods.withdrawnAt));
    const types = await db
      .select({
        id: goodsTypes.id,
        parentId: goodsTypes.parentId,
        name: goodsTypes.name,
        translations: goodsTypes.translations,
        count: count(goods.id),
      })
      .from(goodsTypes)
      .leftJoin(goods, inType)
      .where(parentId === undefined ? undefined : eq(goodsTypes.parentId, parentId))
      .groupBy(goodsTypes.id)
      .orderBy(goodsTypes.position, goodsTypes.id);
    const list = types.map(({ translations, ...type }) => ({
      ...type,
      name: translated(type.name, translations, lang),
    }));
    return { list };
  },

  'POST /v1/goods/list': async (context, input) => {
    const { db, caller, lang } = context;
    const config = await configForShop(context, caller.shopId);
    if (input.typeId !== undefined) await requireType(db, input.typeId);
    const ownListing = and(
      eq(showcase.goodsId, goods.id),
      eq(showcase.shopId, caller.shopId),
      eq(showcase.status, 'listed'),
    );
    const filter = and(
      isNull(goods.withdrawnAt),
      input.typeId === undefined ? undefined : eq(goods.typeId, input.typeId),
      input.priceMin === undefined ? undefined : gte(pieceCostSql, parseMoney(input.priceMin)),
      input.priceMax === undefined ? undefined : lte(pieceCostSql, parseMoney(input.priceMax)),
      input.listed === undefined ? undefined : input.listed ? isNotNull(showcase.id) : isNull(showcase.id),
      keywordFilter(input.keyword, lang),
    );
    const keyset = keysetOf(input.sort, config);
    const goodsRows = await db
      .select({
        id: goods.id,
        key: keyText(keyset),
        row: goods,
        ownPrice: showcase.sellingPrice,
      })
      .from(goods)
      .leftJoin(showcase, ownListing)
      .where(and(filter, afterCursor(keyset, input.cursor)))
      .orderBy(...orderBy(keyset))
      .limit(input.limit + 1);
    const countedGoods = db
      .select({ id: goods.id })
      .from(goods)
      .leftJoin(showcase, ownListing)
      .where(filter)
      .limit(maxCounted + 1)
      .as('counted');
    const [counted] = await db.select({ total: count() }).from(countedGoods);
    const total = counted?.total ?? 0;
    const { page, nextCursor } = toPage(goodsRows, input.limit);
    return {
      list: page.map(({ row, ownPrice }) => goodsView(row, { config, lang, ownPrice })),
      nextCursor,
      total: Math.min(total, maxCounted),
      atLeast: total > maxCounted,
      currency: config.currency,
    };
  },
} satisfies Partial<Handlers>;
