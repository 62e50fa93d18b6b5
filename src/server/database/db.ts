import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from '../schema.ts';

/** Either database, or a transaction on it: the same code runs on PGlite and on PostgreSQL. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** The one place, of all processes on a database, from which the clock's work is done. */
export interface Seat {
  /** Whether it is this process's now; takes it where it is free. */
  hold(): Promise<boolean>;
  leave(): Promise<void>;
}

export interface OpenDatabase {
  db: Database;
  kind: 'pglite' | 'postgres';
  seat: Seat;
  close(): Promise<void>;
}

/**
 * Rows of a hand-written query. Cast sums and bigints to text in the SQL and read them with BigInt():
 * raw results give bigints as numbers on PGlite and as strings on PostgreSQL.
 */
export const rows = async <Row>(db: Database, query: SQL): Promise<Row[]> =>
  ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
