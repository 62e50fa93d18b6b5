import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/db.ts';
import { foldLongTail } from './fold-deltas.ts';

/** Selects the names and values of a shop's totals, folded and not: the sum by name is the total. */
const countRowsSql = (shopId: string): SQL =>
  sql`select name, count from shop_counts where shop_id = ${shopId}
      union all select name, value from shop_deltas where shop_id = ${shopId} and at is null`;

/**
 * Returns those totals of a shop that begin with one of the prefixes, by name. A total that never changed is missing.
 * @example await countsOf(db, shopId, ['orders:', 'cases:']) // Map { 'orders:shipped' => 3n, … }
 */
export async function countsOf(
  db: Database,
  shopId: string,
  prefixes: readonly string[],
): Promise<Map<string, bigint>> {
  await foldLongTail(db, shopId);
  const wanted = prefixes.map((prefix) => sql`(name >= ${prefix} and name < ${`${prefix}\u{10ffff}`})`);
  const counts = await queryRows<{ name: string; count: string }>(
    db,
    sql`select name, sum(count)::text as count from (${countRowsSql(shopId)}) counted
        where ${sql.join(wanted, sql` or `)} group by name`,
  );
  return new Map(counts.map(({ name, count }) => [name, BigInt(count)]));
}

/** Returns whether a shop front has ever reported clicks of a shop: until then they are not known. */
export const areClicksKnown = async (db: Database, shopId: string): Promise<boolean> =>
  (await countsOf(db, shopId, ['click_reports'])).size > 0;

export const stars = [1, 2, 3, 4, 5] as const;

/** Returns how many comments have stars, by the totals of each, and their mean to a tenth, rounded half up; null of none. */
export function ratingOf(countOf: (name: string) => number): { count: number; mean: number | null } {
  const sum = (weight: (star: number) => number) =>
    stars.reduce((all, star) => all + weight(star) * countOf(`comments:${star}`), 0);
  const count = sum(() => 1);
  return { count, mean: count === 0 ? null : Math.round((sum((star) => star) * 10) / count) / 10 };
}
