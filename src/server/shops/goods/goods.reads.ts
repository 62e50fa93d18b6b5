import { and, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { queryNumber } from '../../../contract/fields.ts';
import { formatMoney } from '../../../contract/money.ts';
import { pageOf } from '../../../contract/page.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { count, maybeTime, money, time } from '../../platform/decisions/output-types.ts';
import { pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { goods } from '../../schema/goods.ts';

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
      const list = page.map(({ row }) => ({
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
      }));
      return { list, nextCursor };
    },
  }),
};
