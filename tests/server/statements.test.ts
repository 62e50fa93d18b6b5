import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryNamed, queryRows } from '../../src/server/platform/database/db.ts';
import { sqlState } from '../../src/server/platform/database/sql-state.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';

describe('a transaction on PostgreSQL, which begins with its first statement', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase('postgres');
  });
  afterAll(() => database.close());

  const isolation = sql`select current_setting(${'transaction_isolation'}) as level, now() <> statement_timestamp() as later`;

  it('has the isolation that was asked for, from the first statement to the last', async () => {
    const levels = await database.db.transaction(
      async (tx) => [await queryRows(tx, isolation), await queryRows(tx, isolation)],
      { isolationLevel: 'repeatable read' },
    );
    expect(levels).toEqual([
      [{ level: 'repeatable read', later: expect.any(Boolean) }],
      [{ level: 'repeatable read', later: true }],
    ]);
  });

  it.each([
    ['with parameters', sql`select 1 / ${0}::int`],
    ['without', sql`select 1 / 0`],
  ])('leaves nothing open when its first statement fails, %s', async (_, failing) => {
    const failed = await database.db
      .transaction((tx) => tx.execute(failing))
      .catch((error: unknown) => error);
    expect(sqlState(failed)).toBe('22012');
    const open = sql`select 1 from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`;
    expect(await queryRows(database.db, open)).toEqual([]);
  });

  it('takes back what its first statement has done', async () => {
    const failed = database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into accounts (id, balance, overdraft) values (${'taken back'}, 0, false)`);
      throw new Error('stop');
    });
    await expect(failed).rejects.toThrow('stop');
    expect(await queryRows(database.db, sql`select 1 from accounts where id = 'taken back'`)).toEqual([]);
  });

  it('can send a named statement again that PostgreSQL did not understand at first', async () => {
    const send = () =>
      database.db.transaction((tx) => queryNamed(tx, 'later', sql`select later(${1}::int) as one`));
    expect(sqlState(await send().catch((error: unknown) => error))).toBe('42883');
    await database.db.execute(sql`create function later(int) returns int language sql as 'select $1'`);
    for (let n = 0; n < 20; n++) expect(await send()).toEqual([{ one: 1 }]);
  });
});
