import { type SQL, sql } from 'drizzle-orm';
import { figureNames } from '../../schema/figures.ts';
import type { Log } from '../log.ts';
import { dayLabel, daysBetween } from '../zone.ts';
import { type Database, queryRows, sqlList } from './db.ts';

/** The shops of a time zone, and the first and the last quarter hour in which anything happened in one of them. */
interface Zone {
  timeZone: string;
  ids: string[];
  first: string;
  last: string;
}

const columns = sql.raw(figureNames.join(', '));
const sums = sql.raw(figureNames.map((name) => `sum(${name})::bigint as ${name}`).join(', '));
const joined = (values: SQL[]): SQL => sql.join(values, sql`, `);

/** Returns the time zones of shops that have figures and meet a condition on `s`. */
export const zonesOf = (db: Database, where: SQL): Promise<Zone[]> =>
  queryRows<Zone>(
    db,
    sql`select s.time_zone as "timeZone", array_agg(s.id order by s.id) as ids, min(f.first)::text as first, max(f.last)::text as last
        from shops s cross join lateral (
          select min(at) as first, max(at) as last from shop_figures where shop_id = s.id) f
        where f.first is not null and ${where} group by s.time_zone order by s.time_zone`,
  );

/** Selects the quarter hours of shops of one time zone added up by its days, as rows of `shop_days`. */
export function daysOfQuarters({ timeZone, first, last }: Zone, ids: string[]): SQL {
  const starts = daysBetween(timeZone, new Date(first), new Date(new Date(last).getTime() + 1));
  const edges = joined(starts.map((start) => sql`${start.toISOString()}::timestamptz`));
  const days = joined(starts.map((start) => sql`${dayLabel(timeZone, start)}::date`));
  return sql`select shop_id, (array[${days}])[width_bucket(at, array[${edges}])] as day, ${sums}
    from shop_figures where shop_id in (${sqlList(ids)}) group by 1, 2`;
}

const batch = 1_000;

/** Cuts the shops of a zone into batches, for statements of a bounded length. */
export const batchesOf = ({ ids }: Zone): string[][] =>
  Array.from({ length: Math.ceil(ids.length / batch) }, (_, at) => ids.slice(at * batch, (at + 1) * batch));

/**
 * Adds up the days of every shop that has figures by quarter hours and none by days: the database does not know on which
 * moment a day begins as this program does, so a migration in SQL leaves them out.
 */
export const fillDays = async (db: Database, log: Log): Promise<void> => {
  const zones = await zonesOf(db, sql`not exists (select from shop_days where shop_id = s.id)`);
  const shops = zones.reduce((sum, { ids }) => sum + ids.length, 0);
  let done = 0;
  for (const zone of zones) {
    for (const ids of batchesOf(zone)) {
      await db.execute(sql`insert into shop_days (shop_id, day, ${columns})
        ${daysOfQuarters(zone, ids)} on conflict do nothing`);
      done += ids.length;
      log.info('filling days', { done, of: shops });
    }
  }
};
