import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/db.ts';
import { goodsFigureNames, goodsTotals, shopDeltas } from '../../schema/figures.ts';
import { goods } from '../../schema/goods.ts';

/** By how much an event changes the figures of an article: pieces, and amounts in 10^-6. */
export type GoodsChange = Partial<Record<(typeof goodsFigureNames)[number], bigint>> & { goodsId: string };

/** What the promotions of a whole shop are kept under, as they have no article. */
export const wholeShop = '';

/** Appends changes of articles' figures, in the transaction of the posting that they follow from. */
export async function recordGoodsChanges(
  tx: Database,
  { shopId, at }: { shopId: string; at: Date },
  changes: readonly GoodsChange[],
): Promise<void> {
  const deltas = changes.flatMap((change) =>
    goodsFigureNames.flatMap((name) => {
      const value = change[name] ?? 0n;
      const quarter = sql`quarter_of(${at.toISOString()}::timestamptz)`;
      return value === 0n ? [] : [{ shopId, name: `${name}:${change.goodsId}`, at: quarter, value }];
    }),
  );
  if (deltas.length > 0) await tx.insert(shopDeltas).values(deltas);
}

const deltaColumns = sql.raw(
  goodsFigureNames
    .map((name) => `case when split_part(name, ':', 1) = '${name}' then value else 0 end as ${name}`)
    .join(', '),
);
const columns = sql.raw(goodsFigureNames.join(', '));
const sums = sql.raw(
  goodsFigureNames.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', '),
);
const earned = sql.raw(`coalesce(sum(profit - ads), 0)::bigint as earned`);

/** Whole days of a shop, both included, and the moments at which they begin and end. */
export interface GoodsDays {
  first: string;
  last: string;
  from: Date;
  to: Date;
}

/**
 * Selects the figures of a shop's articles, and `earned`, their profit less their promotions: within days, or, without
 * them, over all time. What is folded and what is not yet.
 */
export function goodsFiguresSql(shopId: string, days: GoodsDays | null): SQL {
  const folded = days
    ? sql`select goods_id, ${columns} from goods_days
        where shop_id = ${shopId} and day between ${days.first}::date and ${days.last}::date`
    : sql`select goods_id, ${columns} from goods_totals where shop_id = ${shopId}`;
  const within = days
    ? sql`and at >= ${days.from.toISOString()}::timestamptz and at < ${days.to.toISOString()}::timestamptz`
    : sql`and at is not null`;
  return sql`select goods_id, ${sums}, ${earned} from (
      ${folded} union all
      select split_part(name, ':', 2), ${deltaColumns} from shop_deltas
      where shop_id = ${shopId} ${within} and name like '%:%') figures
    group by goods_id`;
}

const total = (name: keyof typeof goodsTotals.$inferSelect): SQL =>
  sql`(coalesce(${goodsTotals[name]}, 0) + coalesce(${sql.raw(`new_figures.${name}`)}, 0))`;

/** Figures of an article over all time, of a query that `withGoodsFigures` has joined. */
export const goodsTotalsSql = {
  sold: total('sold'),
  returned: total('returned'),
  profit: total('profit'),
  refunds: total('refunds'),
  ads: total('ads'),
  earned: sql`(${total('profit')} - ${total('ads')})`,
  estimated: total('estimated'),
};

/** Joins the figures of articles in a shop over all time, for `goodsTotalsSql`. */
export const withGoodsFigures = <Query extends PgSelect>(query: Query, shopId: string) => {
  const newFigures = sql`(select split_part(name, ':', 2) as goods_id, ${sql.raw(
    goodsFigureNames
      .map((name) => `sum(value) filter (where split_part(name, ':', 1) = '${name}') as ${name}`)
      .join(', '),
  )} from ${shopDeltas} where ${shopDeltas.shopId} = ${shopId} and ${shopDeltas.at} is not null and name like '%:%'
    group by 1) as new_figures`;
  return query
    .leftJoin(goodsTotals, and(eq(goodsTotals.shopId, shopId), eq(goodsTotals.goodsId, goods.id)))
    .leftJoin(newFigures, sql`new_figures.goods_id = ${goods.id}`);
};
