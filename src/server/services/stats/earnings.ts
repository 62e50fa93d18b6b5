import { type SQL, sql } from 'drizzle-orm';
import type { Output, Parsed } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Handlers } from '../../platform/context.ts';
import { queryRows } from '../../platform/database/db.ts';
import { afterCursor, type Keyset, orderBy, toPage } from '../../platform/keyset.ts';
import { translated } from '../../platform/texts/translated.ts';
import { dayLabel, daySpan, startOfDay, startOfMonth } from '../../platform/zone.ts';
import type { Translations } from '../../schema/columns.ts';
import { foldLongTail } from '../../shops/figures/fold-deltas.ts';
import { type GoodsDays, goodsFiguresSql, wholeShop } from '../../shops/figures/goods-figures.ts';
import { shopOf } from '../../shops/shop-row.ts';

const figureNames = ['sold', 'returned', 'profit', 'refunds', 'ads', 'earned'] as const;
type Input = Parsed<'POST /v1/home/goods'>;
type Texts = Record<(typeof figureNames)[number], string>;

/** An article with its figures, and the sums over all articles, which every row repeats. */
interface Row {
  id: string;
  name: string;
  translations: Translations | null;
  image: string | null;
  key: string;
  figures: Texts;
  sums: Texts & { shopAds: string };
}

const keysetOf = (sort: 'earned' | 'lost' | 'sold'): Keyset => ({
  key: sort === 'sold' ? sql`sold` : sql`earned`,
  id: sql`goods_id`,
  type: 'bigint',
  direction: sort === 'lost' ? 'asc' : 'desc',
});

const textsSql = (value: (name: string) => string, more = ''): SQL =>
  sql.raw(
    `json_build_object(${figureNames.map((name) => `'${name}', ${value(name)}::text`).join(', ')}${more})`,
  );

/**
 * Selects the sums of all rows, and beside them those of one page: at least one row, which may have no article. Names are
 * looked up for the rows of the page alone: joined at once, a planner may read all goods.
 */
const pageSql = (
  figures: SQL,
  keyset: Keyset,
  { cursor, limit }: { cursor?: string; limit: number },
): SQL => {
  const after = afterCursor(keyset, cursor);
  const order = sql.join(orderBy(keyset), sql`, `);
  return sql`
    with figures as materialized (${figures}),
    total as (select ${textsSql(
      (name) => `coalesce(sum(${name}), 0)`,
      `, 'shopAds', coalesce(sum(ads) filter (where goods_id = '${wholeShop}'), 0)::text`,
    )} as sums from figures)
    select page.*, total.sums from total left join lateral (
      select goods_id as id, goods.name, goods.translations, goods.image, (${keyset.key})::text as key,
        ${textsSql((name) => name)} as figures
      from (select * from figures
        where goods_id <> ${wholeShop} and (sold, returned, profit, refunds, ads) <> (0, 0, 0, 0, 0)
          ${after ? sql`and ${after}` : sql``}
        order by ${order} limit ${limit + 1}) figures
      cross join lateral (select name, translations, images->>0 as image from goods where id = goods_id limit 1) goods
      order by ${order}) page on true`;
};

const formatFigures = (texts: Texts): Omit<Output<'POST /v1/home/goods'>['sums'], 'shopAds'> => ({
  sold: Number(texts.sold),
  returned: Number(texts.returned),
  profit: formatMoney(BigInt(texts.profit)),
  refunds: formatMoney(BigInt(texts.refunds)),
  ads: formatMoney(BigInt(texts.ads)),
  earned: formatMoney(BigInt(texts.earned)),
});

const monthsBack = { month: 0, previous_month: 1 } as const;

/** Returns the days that are asked for, in the shop's time zone; null for its whole time. */
function readPeriod({ range, from, to }: Input, timeZone: string, now: Date): GoodsDays | null {
  if (range) {
    const start = startOfMonth(timeZone, now, -monthsBack[range]);
    const end = startOfMonth(timeZone, now, 1 - monthsBack[range]);
    const last = startOfDay(timeZone, end, -1);
    return { first: dayLabel(timeZone, start), last: dayLabel(timeZone, last), from: start, to: end };
  }
  const span = daySpan(timeZone, from, to);
  return from && to && span.from && span.to ? { first: from, last: to, from: span.from, to: span.to } : null;
}

export const earningsHandlers = {
  'POST /v1/home/goods': async ({ db, clock, caller, lang }, input) => {
    const { id, timeZone, currency } = await shopOf(db, caller.shopId);
    await foldLongTail(db, id);
    const days = readPeriod(input, timeZone, clock.now());
    const rows = await queryRows<Row>(db, pageSql(goodsFiguresSql(id, days), keysetOf(input.sort), input));
    const { page, nextCursor } = toPage(
      rows.filter((row) => row.id !== null),
      input.limit,
    );
    const [first] = rows;
    if (!first) throw new Error('sums have a row');
    return {
      list: page.map(({ id: goodsId, name, translations, image, figures }) => ({
        goodsId,
        name: translated(name, translations, lang),
        image: image ?? '',
        ...formatFigures(figures),
      })),
      nextCursor,
      from: days?.first ?? null,
      to: days?.last ?? null,
      sums: { ...formatFigures(first.sums), shopAds: formatMoney(BigInt(first.sums.shopAds)) },
      currency,
    };
  },
} satisfies Partial<Handlers>;
