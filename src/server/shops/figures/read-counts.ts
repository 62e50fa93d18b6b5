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

/** Returns a mean to a tenth, rounded half up; null of nothing. */
export const meanOf = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum * 10) / count) / 10;
