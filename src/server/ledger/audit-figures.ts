import { type SQL, sql } from 'drizzle-orm';
import { type Database, sqlList } from '../platform/database/db.ts';
import { batchesOf, daysOfQuarters, zonesOf } from '../platform/database/fill-days.ts';
import { figureNames } from '../schema/figures.ts';
import { findingsOf, runChecks } from './findings.ts';

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

async function findWrongDays(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const zone of await zonesOf(db, sql`true`)) {
    for (const ids of batchesOf(zone)) {
      const differing = await findingsOf(
        db,
        sql`select 'shop ' || coalesce(k.shop_id, r.shop_id) || ' has figures of ' || ${textOf('k')} || ' on ' || coalesce(k.day, r.day)::text || ', its quarter hours say ' || ${textOf('r')} as what
            from (select * from shop_days where shop_id in (${sqlList(ids)})) k
            full join (${daysOfQuarters(zone, ids)}) r on r.shop_id = k.shop_id and r.day = k.day
            where ${differ('k', 'r')} order by 1 limit 50`,
      );
      found.push(...differing);
    }
  }
  return found;
}

/** Counts the figures and totals of every shop again from their rows, and reports each that is kept otherwise. */
export const auditFigures = (db: Database): Promise<string[]> =>
  runChecks(db, [findWrongCounts, findWrongQuarterHours, findWrongDays]);
