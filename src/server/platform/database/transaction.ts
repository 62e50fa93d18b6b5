import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { refuse } from '../refuse.ts';
import type { Database } from './db.ts';
import { isDuplicate, isRetryable, isUnavailable } from './sql-state.ts';

const attempts = 5;

/**
 * Runs the work in a transaction; retries where the database asks for it, and once where a unique value was taken
 * concurrently.
 * @throws Refusal 202 after five attempts; 202 `outcome_unknown` when the connection broke on commit: its result is
 *   then unknown
 */
export const inTransaction = async <T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    let committing = false;
    try {
      return await db.transaction(async (tx) => {
        const result = await work(tx);
        committing = true;
        return result;
      });
    } catch (error) {
      if (committing && isUnavailable(error))
        throw refuse(codes.operationBusy, { reason: 'outcome_unknown', retryAfter: 2 }, { cause: error });
      // A second duplicate is no lost race but a fault, so it is thrown.
      const mayRepeat = isRetryable(error) || (attempt === 1 && isDuplicate(error));
      if (!mayRepeat) throw error;
      await pause(attempt * 5);
    }
  }
  throw refuse(codes.operationBusy, { retryAfter: 1 });
};

/**
 * Locks a name until the transaction ends: of two transactions with one name the second waits here, and then reads what
 * the first has committed. Servers of two releases share the names.
 */
export const lockName = async (tx: Database, name: SQL | string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
};
