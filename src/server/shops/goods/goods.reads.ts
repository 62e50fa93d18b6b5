import { and, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { queryNumber } from '../../../contract/fields.ts';
import { country, delivery } from '../../../contract/goods.ts';
import { formatMoney } from '../../../contract/money.ts';
import { pageOf } from '../../../contract/page.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { count, maybeTime, money, time } from '../../platform/decisions/output-types.ts';
import { pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { goods } from '../../schema/goods.ts';
import { goodsOf } from '../find-rows.ts';
import type { GoodsRow } from './catalog.ts';

const article = v.object({
  id: v.string(),
  code: v.string(),
  no: v.string(),
  type: v.string(),
  name: v.string(),
  images: v.array(v.string()),
  cost: money,
  shipping: money,
  price: money,
  stock: count,
  createdAt: time,
  withdrawnAt: maybeTime,
});

const translations = v.record(v.string(), v.string());
const wholeArticle = v.object({
  ...article.entries,
  translations,
  text: v.string(),
  textTranslations: translations,
  shipsFrom: v.nullable(country),
  delivery: v.array(delivery),
});

const articleOf = (row: GoodsRow) => ({
  id: row.id,
  code: row.code,
  no: row.no,
  type: row.typeId,
  name: row.name,
  images: row.images,
  cost: formatMoney(row.cost),
  shipping: formatMoney(row.shipping),
  price: formatMoney(row.suggestedPrice),
  stock: row.stock,
  createdAt: row.createdAt.toISOString(),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
});

const id = sql`${goods.id}`;
const newestFirst: Keyset = { key: sql`${goods.createdAt}`, id, type: 'timestamptz', direction: 'desc' };
const leastFirst: Keyset = { key: sql`${goods.stock}`, id, type: 'bigint', direction: 'asc' };

const states = ['on', 'off'] as const;

export const goodsReads = {
  goods: defineRead({
    about:
      'Goods of the warehouse, the newest first: those on offer, or those that were withdrawn (state off); with low, those on offer of which at most so many are left, the fewest first.',
    on: 'goods',
    roles: ['supplier', 'shop_front', 'support'],
    input: {
      ...pageInput,
      state: v.optional(v.picklist(states), 'on'),
      low: v.optional(queryNumber(0, 1_000_000)),
    },
    output: v.object(pageOf(article)),
    run: async ({ db }, { cursor, limit, state, low }) => {
      const keyset = low === undefined ? newestFirst : leastFirst;
      const rows = await db
        .select({ id: goods.id, key: keyText(keyset), row: goods })
        .from(goods)
        .where(
          and(
            state === 'on' ? isNull(goods.withdrawnAt) : isNotNull(goods.withdrawnAt),
            low === undefined ? undefined : lte(goods.stock, low),
            afterCursor(keyset, cursor),
          ),
        )
        .orderBy(...orderBy(keyset))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      return { list: page.map(({ row }) => articleOf(row)), nextCursor };
    },
  }),

  article: defineRead({
    about:
      'Goods whole, by their id, code or number: also text, translations, where they ship from and how long.',
    on: 'goods',
    roles: ['supplier', 'shop_front', 'support'],
    input: { goods: text },
    output: wholeArticle,
    run: async ({ db }, { goods: named }) => {
      const row = await goodsOf(db, named);
      return {
        ...articleOf(row),
        translations: row.translations ?? {},
        text: row.text,
        textTranslations: row.textTranslations ?? {},
        shipsFrom: row.shipsFrom,
        delivery: row.delivery,
      };
    },
  }),
};
