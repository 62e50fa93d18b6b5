import type { SQL } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/database/db.ts';

/** Returns what a query of the audit finds: of each row its column `what`, a sentence. */
export const findingsOf = async (db: Database, query: SQL): Promise<string[]> =>
  (await queryRows<{ what: string }>(db, query)).map(({ what }) => what);

/** Runs checks one after another, as they share a snapshot, and returns what all of them find. */
export async function runChecks(
  db: Database,
  checks: readonly ((db: Database) => Promise<string[]>)[],
): Promise<string[]> {
  const found: string[] = [];
  for (const check of checks) found.push(...(await check(db)));
  return found;
}
