import { sql } from 'drizzle-orm';
import type { Database } from '../../src/server/platform/database/db.ts';
import { undone } from './undone.ts';

export type Tamper = (tx: Database) => Promise<unknown>;

/** Returns what is seen in a database that was changed past its triggers and keys, and takes the change back. */
export async function seenAfter<T>(
  db: Database,
  tamper: Tamper,
  look: (tx: Database) => Promise<T>,
): Promise<T> {
  const seen: T[] = [];
  await undone(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tamper(tx);
    seen.push(await look(tx));
  });
  return seen[0] as T;
}

/** Makes a change of SQL statements, each of which has to change something. */
export const statements =
  (...list: string[]): Tamper =>
  async (tx) => {
    for (const one of list) {
      const result = (await tx.execute(sql.raw(one))) as unknown as { rowCount: number | null };
      // A statement that changes nothing would prove nothing.
      if (/^(update|delete|insert)/.test(one) && !result.rowCount) throw new Error(`nothing changed: ${one}`);
    }
  };
