import { and, asc, eq, exists, gt, lt, lte, notExists, notInArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { dueFailures } from '../schema/due-failures.ts';
import { after, day, hour, second } from './clock.ts';
import type { Deps } from './context.ts';
import type { Database } from './database/db.ts';
import { inTransaction } from './database/transaction.ts';
import { Refusal } from './refuse.ts';

/** The rows that are due: the column of their id, the column of their date, and the condition. */
export interface DueRows {
  id: AnyPgColumn;
  at: AnyPgColumn;
  where: SQL | undefined;
}

export interface DueWorkSpec {
  /** The name in log lines and in the table of failures: a noun, with the act where it has several. */
  name: string;
  due(now: Date, deps: Deps): DueRows;
  /**
   * Locks the row in its noun's order, checks again whether it is still due, and does its due work. `db` is a
   * transaction for this row. Returns whether anything was done.
   */
  handle(deps: Deps, id: string): Promise<boolean>;
}

export interface DueWork {
  name: string;
  /**
   * Returns the condition that a row is due, also while it rests after a failure. One statement asks it for all due work.
   */
  isDue(deps: Deps): SQL;
  /** Does the work of every due row; returns how many times something was done. */
  run(deps: Deps): Promise<number>;
}

const batch = 200;
// A backlog is done over several rounds, so that other nouns get their turn.
const batches = 25;
// An order may take several steps in one round; a row that is still due after this many would never end.
const steps = 10;

const firstDelay = 10 * second;
const maxDelay = hour;

/** Returns the delay after a number of consecutive failures, in milliseconds: 10 s, doubled up to an hour. */
export const retryDelay = (failures: number): number =>
  Math.min(maxDelay, firstDelay * 2 ** Math.min(failures - 1, 20));

const kindOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { name, code } = (cause ?? {}) as { name?: string; code?: unknown };
  return [name ?? typeof error, code].filter((part) => part !== undefined).join(' ');
};

const failureOf = (work: string, rowId: string) =>
  and(eq(dueFailures.work, work), eq(dueFailures.rowId, rowId));

async function recordFailure(deps: Deps, work: string, rowId: string, error: unknown): Promise<void> {
  const now = deps.clock.now();
  const failure = { failedAt: now, error: kindOf(error) };
  const [row] = await deps.db
    .insert(dueFailures)
    .values({ work, rowId, failures: 1, nextTryAt: after(now, retryDelay(1)), ...failure })
    .onConflictDoUpdate({
      target: [dueFailures.work, dueFailures.rowId],
      set: { failures: sql`${dueFailures.failures} + 1`, ...failure },
    })
    .returning({ failures: dueFailures.failures });
  const failures = row?.failures ?? 1;
  const nextTryAt = after(now, retryDelay(failures));
  await deps.db.update(dueFailures).set({ nextTryAt }).where(failureOf(work, rowId));
  deps.log.error('due', error, { work, row: rowId, failures, nextTryAt: nextTryAt.toISOString() });
}

/**
 * Makes the loop that does the due work of a noun. Each row has its own transaction; a failing row is logged by its id,
 * waits for a time that grows with each failure, also over restarts, and delays no other row. A refusal of a row that
 * is no longer due means that another process has done the work, and is no failure.
 *
 * @example
 * export const casesDue = dueWork({
 *   name: 'case',
 *   due: (now) => ({ id: afterSaleCases.id, at: afterSaleCases.dueAt, where: lte(afterSaleCases.dueAt, now) }),
 *   handle: async (deps, id) => endIfDue(deps, await lockCase(deps.db, id)),
 * });
 */
export function dueWork({ name, due, handle }: DueWorkSpec): DueWork {
  const select = async (deps: Deps, only: SQL | undefined): Promise<string[]> => {
    const { id, at, where } = due(deps.clock.now(), deps);
    const dueRows = await deps.db
      .select({ id })
      .from(id.table)
      .where(and(where, only))
      .orderBy(asc(at), asc(id))
      .limit(batch);
    return dueRows.map((row) => String(row.id));
  };

  const nextBatch = (deps: Deps, passedOver: string[]): Promise<string[]> => {
    const now = deps.clock.now();
    const { id } = due(now, deps);
    const resting = deps.db
      .select({ work: dueFailures.work })
      .from(dueFailures)
      .where(
        and(
          eq(dueFailures.work, name),
          eq(dueFailures.rowId, id),
          gt(dueFailures.nextTryAt, now),
          // No failure puts a row off for longer: a later date was not written here.
          lte(dueFailures.nextTryAt, after(now, maxDelay)),
        ),
      );
    return select(
      deps,
      and(notExists(resting), passedOver.length > 0 ? notInArray(id, passedOver) : undefined),
    );
  };

  const isDue = (deps: Deps): SQL => {
    const { id, where } = due(deps.clock.now(), deps);
    return exists(deps.db.select({ id }).from(id.table).where(where));
  };

  const isRowDue = async (deps: Deps, rowId: string): Promise<boolean> =>
    (await select(deps, eq(due(deps.clock.now(), deps).id, rowId))).length > 0;

  const handleRow = async (deps: Deps, rowId: string): Promise<boolean> => {
    try {
      return await inTransaction(deps.db, async (db) => {
        const isDone = await handle({ ...deps, db }, rowId);
        await db.delete(dueFailures).where(failureOf(name, rowId));
        return isDone;
      });
    } catch (error) {
      if (error instanceof Refusal && !(await isRowDue(deps, rowId))) return false;
      await recordFailure(deps, name, rowId, error);
      return false;
    }
  };

  const run = async (deps: Deps): Promise<number> => {
    const passedOver: string[] = [];
    const attempts = new Map<string, number>();
    let done = 0;
    for (let round = 0; round < batches; round++) {
      const ids = await nextBatch(deps, passedOver);
      if (ids.length === 0) break;
      for (const id of ids) {
        const isDone = await handleRow(deps, id);
        if (isDone) done += 1;
        const times = (attempts.get(id) ?? 0) + 1;
        attempts.set(id, times);
        if (!isDone || times >= steps) passedOver.push(id);
      }
    }
    return done;
  };

  return { name, isDue, run };
}

/** Deletes failures of rows that are no longer due: a due row would have been tried and stored again. */
export const deleteOldFailures = async (db: Database, now: Date): Promise<void> => {
  await db.delete(dueFailures).where(lt(dueFailures.nextTryAt, after(now, -7 * day)));
};
