import type { Database } from '../../src/server/platform/database/db.ts';

class Undo extends Error {}

/** Does the work in a transaction, or a savepoint of one, that is always rolled back. */
export async function undone(db: Database, work: (tx: Database) => Promise<void>): Promise<void> {
  await db
    .transaction(async (tx) => {
      await work(tx);
      throw new Undo();
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error;
    });
}
