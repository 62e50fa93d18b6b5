import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '../../src/server/platform/clock.ts';
import { type Database, queryRows } from '../../src/server/platform/database/db.ts';
import { renewalsOf } from '../../src/server/shops/restrictions/statements.ts';
import { deleteOldAttempts } from '../../src/server/shops/session/throttle.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';

const many = 20_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
  await database.db.execute(sql`insert into statements (id, shop_id, kind, facts, rule, appeal, actor, subject, at)
    select 'sta_' || n, 'shop', 'hold_risk', '', '', '', '', 'hold_' || n / 2, now() from generate_series(1, ${many}::int) n`);
  await database.db.execute(sql`insert into login_attempts (subject, failures, last_at)
    select 'try_' || n, 1, now() - case when n <= 3 then interval '40 days' else interval '1 hour' end
    from generate_series(1, ${many}::int) n`);
  await database.db.execute(sql`analyze statements, login_attempts`);
});
afterAll(() => database.close());

/** How many rows of a table were read one after another, since the transaction began. */
const scanned = async (tx: Database, table: string): Promise<number> => {
  const [row] = await queryRows<{ count: number }>(
    tx,
    sql`select seq_tup_read::int as count from pg_stat_xact_user_tables where relname = ${table}`,
  );
  return row?.count ?? 0;
};

it('the renewals of a hold are counted by an index', async () => {
  await database.db.transaction(async (tx) => {
    expect(await renewalsOf(tx, 'hold_7')).toBe(1);
    expect(await scanned(tx, 'statements')).toBe(0);
  });
});

it('old tries are forgotten by an index', async () => {
  await database.db.transaction(async (tx) => {
    await deleteOldAttempts(tx, new Date(Date.now() + day / 2));
    expect(await scanned(tx, 'login_attempts')).toBe(0);
    const [left] = await queryRows<{ count: number }>(
      tx,
      sql`select count(*)::int as count from login_attempts`,
    );
    expect(left?.count).toBe(many - 3);
  });
});
