import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import type { Database } from '../../src/server/platform/database/db.ts';
import { sqlState } from '../../src/server/platform/database/sql-state.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { bothKinds, openTestDatabase, type TestDatabase } from '../harness/database.ts';

/** Returns a barrier that opens once so many have reached it. */
const meeting = (of: number) => {
  let come = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come === of) open();
    return all;
  };
};

describe.each(bothKinds)('work in a transaction on %s', (kind) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  it.each(['40001', '40P01'])('work that the database asks to retry (%s) is retried', async (state) => {
    let tries = 0;
    const done = inTransaction(database.db, async (tx) => {
      tries += 1;
      if (tries < 3) await tx.execute(sql.raw(`do $$ begin raise sqlstate '${state}'; end $$`));
      return tries;
    });
    expect(await done).toBe(3);
  });

  it('work in a transaction that fails five times is busy: 202', async () => {
    let tries = 0;
    const done = inTransaction(database.db, (tx) => {
      tries += 1;
      return tx.execute(sql`do $$ begin raise sqlstate '40001'; end $$`);
    });
    await expect(done).rejects.toMatchObject({ code: codes.operationBusy, detail: { retryAfter: 1 } });
    expect(tries).toBe(5);
  });

  it('work in a transaction that breaks a unique constraint once is retried', async () => {
    let tries = 0;
    const done = inTransaction(database.db, async (tx) => {
      tries += 1;
      if (tries < 2) await tx.execute(sql`do $$ begin raise unique_violation; end $$`);
      return tries;
    });
    expect(await done).toBe(2);
  });

  it('work in a transaction that breaks a unique constraint twice fails', async () => {
    let tries = 0;
    const done = inTransaction(database.db, (tx) => {
      tries += 1;
      return tx.execute(sql`do $$ begin raise unique_violation; end $$`);
    });
    expect(sqlState(await done.catch((error: unknown) => error))).toBe('23505');
    expect(tries).toBe(2);
  });

  it('work in a transaction that fails for any other reason is not retried', async () => {
    let tries = 0;
    const done = inTransaction(database.db, (tx) => {
      tries += 1;
      return tx.execute(sql`select 1 / 0`);
    });
    expect(sqlState(await done.catch((error: unknown) => error))).toBe('22012');
    expect(tries).toBe(1);
  });
});

describe('two transactions that wait for each other on PostgreSQL', () => {
  it('both end, each having done its work once', async () => {
    const database = await openTestDatabase('postgres');
    const [a, b] = ['world:a', 'world:b'];
    const add = (tx: Database, account: string) =>
      tx.execute(sql`update accounts set balance = balance + 1 where id = ${account}`);
    await database.db.execute(
      sql`insert into accounts (id, shop_id, balance, overdraft) values (${a}, null, 0, true), (${b}, null, 0, true)`,
    );
    const bothHold = meeting(2);
    let tries = 0;
    const work = (first: string, second: string) =>
      inTransaction(database.db, async (tx) => {
        tries += 1;
        await add(tx, first);
        await bothHold();
        await add(tx, second);
      });
    await Promise.all([work(a, b), work(b, a)]);
    // Once more for the one that was sent back; on a slow machine the two may meet again.
    expect(tries).toBeGreaterThanOrEqual(3);
    expect([await balanceOf(database.db, a), await balanceOf(database.db, b)]).toEqual([2n, 2n]);
    await database.close();
  });
});
