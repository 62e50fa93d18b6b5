import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgInsertValue, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core';

/** Either database, or a transaction on it: the same code runs on PGlite and on PostgreSQL. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** The lock that elects the one process of a database that runs the due work. */
export interface AdvisoryLock {
  /** Returns whether this process has the lock; acquires it where it is free. */
  acquire(): Promise<boolean>;
  release(): Promise<void>;
}

export interface OpenDatabase {
  db: Database;
  kind: 'pglite' | 'postgres';
  leaderLock: AdvisoryLock;
  close(): Promise<void>;
}

/**
 * Runs a hand-written query and returns its rows. Cast sums and bigints to text in the SQL and read them with BigInt():
 * raw results give bigints as numbers on PGlite and as strings on PostgreSQL.
 */
export const queryRows = async <Row>(db: Database, query: SQL): Promise<Row[]> =>
  ((await db.execute(query)) as unknown as { rows: Row[] }).rows;

/** Inserts a row that must be there afterwards, and returns it with what the database has added. */
export async function insertOne<T extends PgTable>(
  db: Database,
  table: T,
  values: PgInsertValue<T>,
): Promise<T['$inferSelect']> {
  const [row] = await db.insert(table).values(values).returning();
  if (!row) throw new Error(`nothing was inserted into ${getTableName(table)}`);
  return row;
}

/** Returns values as a list of parameters: what `in (…)` or `array[…]` holds. */
export const sqlList = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
