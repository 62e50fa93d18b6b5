import { setTimeout as pause } from 'node:timers/promises';
import { codes } from '../../contract/errors.ts';
import { refuse } from '../refuse.ts';
import type { Database } from './db.ts';
import { isAway, isPassing } from './sql-state.ts';

const attempts = 5;

/**
 * Runs the work in a transaction, again where the database asks for it.
 * @throws Refusal 202 after five tries; 202 `outcome_unknown` when the connection broke on commit, which may or may not
 *   have been done
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
      if (committing && isAway(error))
        throw refuse(codes.operationBusy, { reason: 'outcome_unknown', retryAfter: 2 });
      if (!isPassing(error)) throw error;
      await pause(attempt * 5);
    }
  }
  throw refuse(codes.operationBusy, { retryAfter: 1 });
};
