import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../src/server/platform/database/db.ts';

/** Returns the balance of an account with all of its shops' parts, in 10^-6: the platform holds its accounts per shop. */
export const totalOf = async (db: Database, account: string): Promise<bigint> => {
  const [row] = await queryRows<{ held: string }>(
    db,
    sql`select coalesce(sum(balance), 0)::text as held from accounts where id = ${account} or id like ${`${account}:%`}`,
  );
  return BigInt(row?.held ?? 0);
};
