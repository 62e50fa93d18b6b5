import { asc, eq, isNotNull, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Deps } from '../../platform/context.ts';
import { type Database, queryRows } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { DueWork } from '../../platform/due-work.ts';
import { dayLabel } from '../../platform/zone.ts';
import { figureNames, goodsFigureNames, shopDeltas } from '../../schema/figures.ts';
import { shopOf } from '../shop-row.ts';

const columnsOf = (names: readonly string[]) => sql.raw(names.join(', '));
const sumsOf = (names: readonly string[], column: string) =>
  sql.raw(names.map((name) => `coalesce(sum(value) filter (where ${column} = '${name}'), 0)`).join(', '));
const addedTo = (table: string, names: readonly string[]) =>
  sql.raw(names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', '));
const columns = columnsOf(figureNames);
const sums = sumsOf(figureNames, 'name');
const goodsColumns = columnsOf(goodsFigureNames);
const goodsSums = sumsOf(goodsFigureNames, 'figure');

/** Moves a shop's appended changes into its figures and totals, in one statement: a reader sees each of them once. */
async function foldDeltas(db: Database, shopId: string): Promise<void> {
  const { timeZone } = await shopOf(db, shopId);
  const quarters = await db
    .selectDistinct({ at: shopDeltas.at })
    .from(shopDeltas)
    .where(sql`${eq(shopDeltas.shopId, shopId)} and ${isNotNull(shopDeltas.at)}`)
    .orderBy(asc(shopDeltas.at));
  const dayOfQuarter = quarters.flatMap(({ at }) =>
    at ? [sql`(${at.toISOString()}::timestamptz, ${dayLabel(timeZone, at)}::date)`] : [],
  );
  const days =
    dayOfQuarter.length > 0 ? sql.join(dayOfQuarter, sql`, `) : sql`(null::timestamptz, null::date)`;
  await db.execute(sql`
    with days (at, day) as (values ${days}),
    moved as (
      delete from shop_deltas where shop_id = ${shopId} and (at is null or at in (select at from days))
      returning name, at, value),
    counted as (
      insert into shop_counts (shop_id, name, count)
      select ${shopId}::text, name, sum(value) from moved where at is null group by name order by name
      on conflict (shop_id, name) do update set count = shop_counts.count + excluded.count),
    clicked as (
      update goods set clicks = goods.clicks + moved_clicks.count from (
        select substr(name, 8) as id, sum(value) as count from moved where name like 'clicks:%' group by name
      ) moved_clicks where goods.id = moved_clicks.id),
    goods_moved as (
      select split_part(name, ':', 1) as figure, split_part(name, ':', 2) as goods_id, day, value
      from moved join days using (at) where name like '%:%'),
    goods_by_day as (
      insert into goods_days (shop_id, day, goods_id, ${goodsColumns})
      select ${shopId}::text, day, goods_id, ${goodsSums} from goods_moved group by day, goods_id order by day, goods_id
      on conflict (shop_id, day, goods_id) do update set ${addedTo('goods_days', goodsFigureNames)}),
    goods_in_all as (
      insert into goods_totals (shop_id, goods_id, ${goodsColumns})
      select ${shopId}::text, goods_id, ${goodsSums} from goods_moved group by goods_id order by goods_id
      on conflict (shop_id, goods_id) do update set ${addedTo('goods_totals', goodsFigureNames)}),
    shop_moved as (select name, at, value from moved where at is not null and name not like '%:%'),
    by_quarter as (
      insert into shop_figures (shop_id, at, ${columns})
      select ${shopId}::text, at, ${sums} from shop_moved group by at order by at
      on conflict (shop_id, at) do update set ${addedTo('shop_figures', figureNames)})
    insert into shop_days (shop_id, day, ${columns})
    select ${shopId}::text, day, ${sums} from shop_moved join days using (at) group by day order by day
    on conflict (shop_id, day) do update set ${addedTo('shop_days', figureNames)}`);
}

// A loose scan of the index: one look-up for each shop, however many rows it has appended.
const changedShops = (db: Database) =>
  queryRows<{ id: string }>(
    db,
    sql`with recursive changed as (
          (select shop_id from shop_deltas order by shop_id limit 1)
          union all
          select (select shop_id from shop_deltas where shop_id > changed.shop_id order by shop_id limit 1)
          from changed where changed.shop_id is not null)
        select shop_id as id from changed where shop_id is not null`,
  );

/** Folds the changes of every shop that has any. A shop that fails is logged and tried again in the next round. */
export const figuresDue: DueWork = {
  name: 'figures',
  isDue: () => sql`exists (select from ${shopDeltas})`,
  async run(deps: Deps) {
    let folded = 0;
    for (const { id } of await changedShops(deps.db)) {
      try {
        await inTransaction(deps.db, (db) => foldDeltas(db, id));
        folded += 1;
      } catch (error) {
        deps.log.error('due', error, { work: 'figures', row: id });
      }
    }
    return folded;
  },
};

const maxTail = 1_000;

/**
 * Folds a shop's changes where more are waiting than a reader should add up. Does nothing within a transaction, which
 * may be read-only; the due work folds them soon.
 */
export async function foldLongTail(db: Database, shopId: string): Promise<void> {
  if (db instanceof PgTransaction) return;
  const tail = await db
    .select({ seq: shopDeltas.seq })
    .from(shopDeltas)
    .where(eq(shopDeltas.shopId, shopId))
    .limit(1)
    .offset(maxTail);
  if (tail.length > 0) await inTransaction(db, (tx) => foldDeltas(tx, shopId));
}
