import { sql } from 'drizzle-orm';
import type { Log } from '../log.ts';
import { dayLabel, daysBetween } from '../zone.ts';
import { type Database, rows } from './db.ts';

interface Shop {
  id: string;
  timeZone: string;
  first: string | Date;
  last: string | Date;
}

const progressEvery = 500;

/** Returns a shop's quarter hours added up by its own days, as rows of `shop_days` without the shop. */
export const daysOfQuarters = ({ id, timeZone, first, last }: Shop) => {
  const starts = daysBetween(timeZone, new Date(first), new Date(new Date(last).getTime() + 1));
  const edges = sql.join(
    starts.map((start) => sql`${start.toISOString()}::timestamptz`),
    sql`, `,
  );
  const days = sql.join(
    starts.map((start) => sql`${dayLabel(timeZone, start)}::date`),
    sql`, `,
  );
  return sql`select (array[${days}])[width_bucket(at, array[${edges}])] as day, sum(clicks)::bigint as clicks,
      sum(visits)::bigint as visits, sum(placed)::bigint as placed, sum(purchase)::bigint as purchase,
      sum(settled)::bigint as settled, sum(estimated)::bigint as estimated
    from shop_figures where shop_id = ${id} group by 1`;
};

/**
 * Adds up the days of every shop that has figures by quarter hours and none by days: the database does not know on which
 * moment a day begins as this program does, so a migration in SQL leaves them out.
 */
export const fillDays = async (db: Database, log: Log): Promise<void> => {
  const shops = await rows<Shop>(
    db,
    sql`select s.id, s.time_zone as "timeZone", f.first, f.last from shops s
        cross join lateral (select min(at) as first, max(at) as last from shop_figures where shop_id = s.id) f
        where f.first is not null and not exists (select from shop_days where shop_id = s.id) order by s.id`,
  );
  for (const [index, shop] of shops.entries()) {
    await db.execute(sql`insert into shop_days (shop_id, day, clicks, visits, placed, purchase, settled, estimated)
      select ${shop.id}::text, d.* from (${daysOfQuarters(shop)}) d on conflict do nothing`);
    const done = index + 1;
    if (done % progressEvery === 0 || done === shops.length)
      log.info('filling days', { done, of: shops.length });
  }
};
