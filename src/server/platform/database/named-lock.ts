import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './db.ts';

/**
 * Locks a name until the transaction ends: of two transactions with one name the second waits here, and then reads what
 * the first has committed. Servers of two releases share the names.
 */
export const lockName = async (tx: Database, name: SQL | string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
};
