import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { pageOf } from '../../../contract/page.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { count, maybeText, money, time } from '../../platform/decisions/output-types.ts';
import { pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { shopIdOf } from '../find-rows.ts';

const listing = v.object({
  code: v.string(),
  name: v.string(),
  text: maybeText,
  images: v.array(v.string()),
  price: money,
  stock: count,
  listedAt: time,
});

const newestFirst: Keyset = {
  key: sql`${showcase.listedAt}`,
  id: sql`${showcase.id}`,
  type: 'timestamptz',
  direction: 'desc',
};

export const showcaseReads = {
  listings: defineRead({
    about: 'What a shop offers to buyers, at its own prices, the newest first.',
    on: 'shop',
    roles: ['shop_front'],
    input: { ...pageInput, shop: v.optional(text) },
    output: v.object(pageOf(listing)),
    run: async ({ db }, { cursor, limit, shop }) => {
      const shopId = await shopIdOf(db, shop);
      const rows = await db
        .select({ id: showcase.id, key: keyText(newestFirst), row: showcase, article: goods })
        .from(showcase)
        .innerJoin(goods, eq(goods.id, showcase.goodsId))
        .where(
          and(eq(showcase.shopId, shopId), eq(showcase.status, 'listed'), afterCursor(newestFirst, cursor)),
        )
        .orderBy(...orderBy(newestFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const list = page.map(({ row, article }) => ({
        code: article.code,
        name: article.name,
        text: article.text,
        images: article.images,
        price: formatMoney(row.sellingPrice),
        stock: article.stock,
        listedAt: row.listedAt.toISOString(),
      }));
      return { list, nextCursor };
    },
  }),
};
