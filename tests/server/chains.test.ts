import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../src/server/audit/audit.ts';
import { balanceOf, move, post } from '../../src/server/ledger/ledger.ts';
import { type Database, queryRows } from '../../src/server/platform/database/db.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { entries } from '../../src/server/schema.ts';
import { fakeClock } from '../harness/clock.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';

const at = fakeClock().now();

describe('postings of two shops on PostgreSQL', () => {
  let database: TestDatabase;
  const pay = (tx: Database, shopId: string, ref: string) =>
    post(tx, {
      kind: 'recharge',
      ref,
      shopId,
      actor: 'test',
      at,
      entries: [
        ...move('world:rail', `M.available:${shopId}`, 5_000_000n),
        ...move(`M.available:${shopId}`, 'P.fees', 1_000_000n),
        ...move(`M.available:${shopId}`, 'P.supplier_payable', 1_000_000n),
      ],
    });
  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    for (const shopId of ['s1', 's2'])
      await inTransaction(database.db, (tx) => pay(tx, shopId, `first ${shopId}`));
  });
  afterAll(() => database.close());

  /** Returns the rows that other transactions have locked or written: this one sees them, and cannot lock them. */
  const lockedByOthers = async (db: Database): Promise<string[]> => {
    const locked: string[] = [];
    for (const table of ['accounts', 'entries', 'transactions', 'ledger_heads']) {
      const name = sql.identifier(table);
      const found = await queryRows<{ row: string }>(
        db,
        sql`select ${table} || ' ' || t.ctid as row from ${name} t where t.ctid not in
            (select ctid from (select ctid from ${name} for update skip locked) free)`,
      );
      locked.push(...found.map(({ row }) => row));
    }
    return locked.sort();
  };
  const rowsLockedBy = async (shopId: string): Promise<string[]> => {
    let locked: string[] = [];
    await database.db
      .transaction(async (tx) => {
        await pay(tx, shopId, `locks ${shopId}`);
        await database.db
          .transaction(async (other) => {
            locked = await lockedByOthers(other);
            other.rollback();
          })
          .catch(() => {});
        tx.rollback();
      })
      .catch(() => {});
    return locked;
  };

  it('lock no row in common', async () => {
    const [first, second] = [await rowsLockedBy('s1'), await rowsLockedBy('s2')];
    // The head and the four accounts of each.
    expect([first.length, second.length]).toEqual([5, 5]);
    expect(first.filter((row) => second.includes(row))).toEqual([]);
  });

  it('do not wait for each other', async () => {
    await database.db.transaction(async (tx) => {
      await pay(tx, 's1', 'open');
      await database.db.transaction(async (other) => {
        await other.execute(sql`set local lock_timeout = '2s'`);
        await pay(other, 's2', 'meanwhile');
      });
    });
    expect(await balanceOf(database.db, 'M.available:s2')).toBe(6_000_000n);
    expect(await auditLedger(database.db)).toEqual([]);
  });

  it('never touch the accounts of both', async () => {
    const across = inTransaction(database.db, (tx) =>
      post(tx, {
        kind: 'recharge',
        ref: 'across',
        shopId: 's1',
        actor: 'test',
        at,
        entries: move('M.available:s1', 'M.available:s2', 1n),
      }),
    );
    await expect(across).rejects.toThrow('the account M.available:s2 is not of s1');
    const orderOfOther = {
      kind: 'recharge',
      actor: 'test',
      at,
      entries: move('world:buyer', 'E.order:o1', 1n),
    };
    await inTransaction(database.db, (tx) => post(tx, { ...orderOfOther, ref: 'o1', shopId: 's1' }));
    const taken = inTransaction(database.db, (tx) =>
      post(tx, { ...orderOfOther, ref: 'o1 again', shopId: 's2' }),
    );
    await expect(taken).rejects.toThrow('or is another shop');
  });

  it('make one round trip each, begin and commit not counted', async () => {
    const statements: string[] = [];
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    // It ends before its connection is closed, and the database may be dropped in between.
    pool.on('error', () => {});
    const counted = drizzle(pool, { logger: { logQuery: (query) => void statements.push(query) } });
    const counts: number[] = [];
    for (const ref of ['a', 'b', 'c']) {
      statements.length = 0;
      await counted.transaction((tx) => pay(tx as unknown as Database, 's3', ref));
      counts.push(statements.filter((query) => !/^(begin|commit)/.test(query)).length);
    }
    await pool.end();
    expect(counts).toEqual([1, 1, 1]);
    expect(await database.db.select().from(entries).where(sql`chain = 's3'`)).toHaveLength(12);
  });
});
