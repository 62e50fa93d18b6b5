import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows, sqlList } from '../platform/database/db.ts';
import { dayLabel, daysBetween } from '../platform/zone.ts';
import { figureNames, goodsFigureNames } from '../schema/figures.ts';
import { findingsOf, runChecks } from './findings.ts';

const goodsColumns = sql.raw(goodsFigureNames.join(', '));
const columns = sql.raw(figureNames.join(', '));
const sums = (of: (name: string) => string): SQL => sql.raw(figureNames.map(of).join(', '));
const textOf = (row: string): SQL =>
  sql.raw(`concat_ws('/', ${figureNames.map((name) => `coalesce(${row}.${name}, 0)`).join(', ')})`);
const differ = (one: string, other: string): SQL =>
  sql.raw(
    figureNames.map((name) => `coalesce(${one}.${name}, 0) <> coalesce(${other}.${name}, 0)`).join(' or '),
  );

const findWrongCounts = (db: Database) =>
  findingsOf(
    db,
    sql`select 'shop ' || coalesce(k.shop_id, r.shop_id) || ' counts ' || coalesce(k.count, 0)::text || ' as ' || coalesce(k.name, r.name) || ', its rows say ' || coalesce(r.count, 0)::text as what
        from (select shop_id, name, sum(count) as count from (
            select shop_id, name, count from shop_counts union all select shop_id, name, value from shop_deltas where at is null) kept
          group by shop_id, name) k
        full join shop_counts_of_rows r on r.shop_id = k.shop_id and r.name = k.name
        where coalesce(k.count, 0) <> coalesce(r.count, 0) order by 1 limit 50`,
  );

const findWrongScores = (db: Database) =>
  findingsOf(
    db,
    sql`select 'shop ' || s.id || ' has a credit score of ' || coalesce(s.credit::text, 'none') || ', its log says ' || coalesce(l.score::text, 'none') as what
        from shops s left join (select shop_id, sum(change) as score from credit_log group by shop_id) l on l.shop_id = s.id
        where s.credit is distinct from l.score order by 1 limit 50`,
  );

const findWrongQuarterHours = (db: Database) =>
  findingsOf(
    db,
    sql`select 'shop ' || coalesce(k.shop_id, r.shop_id) || ' has figures of ' || ${textOf('k')} || ' at ' || coalesce(k.at, r.at)::text || ', its rows say ' || ${textOf('r')} as what
        from (select shop_id, at, ${sums((name) => `sum(${name}) as ${name}`)} from (
            select shop_id, at, ${columns} from shop_figures
            union all select shop_id, at, ${sums((name) => `case when name = '${name}' then value else 0 end`)} from shop_deltas where at is not null) kept
          group by shop_id, at) k
        full join shop_figures_of_rows r on r.shop_id = k.shop_id and r.at = k.at
        where ${differ('k', 'r')} order by 1 limit 50`,
  );

/** The shops of a time zone, and the first and the last quarter hour in which anything happened in one of them. */
interface Zone {
  timeZone: string;
  ids: string[];
  first: string;
  last: string;
}

const zonesOf = (db: Database): Promise<Zone[]> =>
  queryRows<Zone>(
    db,
    sql`select s.time_zone as "timeZone", array_agg(s.id order by s.id) as ids, min(f.first)::text as first, max(f.last)::text as last
        from shops s cross join lateral (
          select min(at) as first, max(at) as last from shop_figures where shop_id = s.id) f
        where f.first is not null group by s.time_zone order by s.time_zone`,
  );

const joined = (values: SQL[]): SQL => sql.join(values, sql`, `);

/** Selects the quarter hours of shops of one time zone added up by its days, as rows of `shop_days`. */
function daysOfQuarters({ timeZone, first, last }: Zone, ids: string[]): SQL {
  const starts = daysBetween(timeZone, new Date(first), new Date(new Date(last).getTime() + 1));
  const edges = joined(starts.map((start) => sql`${start.toISOString()}::timestamptz`));
  const days = joined(starts.map((start) => sql`${dayLabel(timeZone, start)}::date`));
  return sql`select shop_id, (array[${days}])[width_bucket(at, array[${edges}])] as day, ${sums((name) => `sum(${name})::bigint as ${name}`)}
    from shop_figures where shop_id in (${sqlList(ids)}) group by 1, 2`;
}

const batch = 1_000;

/** Selects the days of all shops from their quarter hours, by statements for some shops each. */
export const daysOfShops = async (db: Database): Promise<{ ids: string[]; days: SQL }[]> =>
  (await zonesOf(db)).flatMap((zone) =>
    Array.from({ length: Math.ceil(zone.ids.length / batch) }, (_, at) => {
      const ids = zone.ids.slice(at * batch, (at + 1) * batch);
      return { ids, days: daysOfQuarters(zone, ids) };
    }),
  );

async function findWrongDays(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const { ids, days } of await daysOfShops(db)) {
    const differing = await findingsOf(
      db,
      sql`select 'shop ' || coalesce(k.shop_id, r.shop_id) || ' has figures of ' || ${textOf('k')} || ' on ' || coalesce(k.day, r.day)::text || ', its quarter hours say ' || ${textOf('r')} as what
            from (select * from shop_days where shop_id in (${sqlList(ids)})) k
            full join (${days}) r on r.shop_id = k.shop_id and r.day = k.day
            where ${differ('k', 'r')} order by 1 limit 50`,
    );
    found.push(...differing);
  }
  return found;
}

const findWrongGoodsTotals = (db: Database) =>
  findingsOf(
    db,
    sql`select 'article ' || goods_id || ' of shop ' || shop_id || ' has totals that are not the sums of its days' as what from (
          select 1 as sign, * from goods_totals
          union all select -1, shop_id, goods_id, ${goodsColumns} from goods_days) kept
        group by shop_id, goods_id having ${sql.raw(goodsFigureNames.map((name) => `sum(sign * ${name}) <> 0`).join(' or '))}
        order by 1 limit 50`,
  );

// What an order has earned follows from its postings once it is settled or has ended, by its id or by those of its cases.
const findWrongGoodsProfits = (db: Database) =>
  findingsOf(
    db,
    sql`select 'the articles of shop ' || shop_id || ' earned ' || sum(kept)::text || ' together, its postings say ' || sum(posted)::text as what from (
          select shop_id, profit as kept, 0 as posted from goods_totals
          union all select shop_id, value, 0 from shop_deltas where at is not null and name like 'profit:%'
          union all select o.shop_id, 0, e.amount from orders o
            join (select id, id as ref from orders union all select order_id, id from after_sale_cases) r on r.id = o.id
            join transactions t on t.shop_id = o.shop_id and t.ref = r.ref
            join entries e on e.chain = t.chain and e.seq = t.seq and e.account like 'M.%'
          where o.status in ('waiting_for_withdrawal', 'completed', 'cancelled', 'refunded')) earned
        group by shop_id having sum(kept) <> sum(posted) order by 1 limit 50`,
  );

const findWrongGoodsEstimates = (db: Database) =>
  findingsOf(
    db,
    sql`select 'the articles of shop ' || shop_id || ' are expected to earn ' || sum(kept)::text || ' together, its orders ' || sum(estimate)::text as what from (
          select shop_id, estimated as kept, 0 as estimate from goods_totals
          union all select shop_id, value, 0 from shop_deltas where at is not null and name like 'estimated:%'
          union all select shop_id, 0, order_estimate(o) from orders o) expected
        group by shop_id having sum(kept) <> sum(estimate) order by 1 limit 50`,
  );

const findWrongGoodsAds = (db: Database) =>
  findingsOf(
    db,
    sql`select 'article ' || goods_id || ' of shop ' || shop_id || ' has ads of ' || sum(kept)::text || ', its promotions earned ' || sum(earned)::text as what from (
          select shop_id, goods_id, ads as kept, 0 as earned from goods_totals
          union all select shop_id, substr(name, 5), value, 0 from shop_deltas where at is not null and name like 'ads:%'
          union all select shop_id, coalesce(goods_id, ''), 0, earned from ad_purchases) spent
        group by shop_id, goods_id having sum(kept) <> sum(earned) order by 1 limit 50`,
  );

/** Counts the figures and totals of every shop again from their rows, and reports each that is kept otherwise. */
export const auditFigures = (db: Database): Promise<string[]> =>
  runChecks(db, [
    findWrongCounts,
    findWrongScores,
    findWrongQuarterHours,
    findWrongDays,
    findWrongGoodsTotals,
    findWrongGoodsProfits,
    findWrongGoodsEstimates,
    findWrongGoodsAds,
  ]);
