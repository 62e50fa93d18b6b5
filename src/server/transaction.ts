import { setTimeout as pause } from 'node:timers/promises';
import { codes } from '../contract/errors.ts';
import type { Database } from './db.ts';
import { refuse } from './refuse.ts';

const attempts = 5;
// Serialisation failure and deadlock: the same work succeeds when it is done again.
const passing = new Set(['40001', '40P01']);

/** The SQLSTATE of a driver's error, also where drizzle has wrapped it. */
export const sqlState = (error: unknown): string | undefined => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string' && /^[0-9A-Z]{5}$/.test(one.code)) return one.code;
  }
  return undefined;
};

/** Runs the work in a transaction, again where the database asks for it; after five tries it is 202, busy. */
export const inTransaction = async <T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!passing.has(sqlState(error) ?? '')) throw error;
      await pause(attempt * 5);
    }
  }
  throw refuse(codes.operationBusy, { retryAfter: 1 });
};
