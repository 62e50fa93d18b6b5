import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day, systemClock } from '../../src/server/platform/clock.ts';
import { type Database, queryRows } from '../../src/server/platform/database/db.ts';
import { countsAsUse, findSamePayments } from '../../src/server/services/recharges/same-payment.ts';
import { blockedMoneyPeriods } from '../../src/server/shops/restrictions/blocked-periods.ts';
import { renewalsOf } from '../../src/server/shops/restrictions/statements.ts';
import { deleteOldAttempts } from '../../src/server/shops/sessions/throttle.ts';
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
  await database.db.execute(sql`
    insert into restrictions (id, shop_id, kind, statement_id, since, review_by, lifted_at)
    select 'rst_' || n, 'shop', 'wallet_frozen', 'sta_1', now() - age, now(), case when n > 1 then now() - age + interval '1 day' end
    from generate_series(1, ${many}::int) n, lateral (select (case when n <= 3 then 10 else 100 + n end) * interval '1 day' as age) ages`);
  // Of three holds that count, one is open; withdrawals are on hold too, and others decide when that ends.
  await database.db.execute(sql`
    insert into holds (id, shop_id, amount, reason_code, text, ref, statement_id, since, review_by, appeal_url, released_at)
    select 'hld_' || n, 'shop', 1, case when n <= 3 or n % 2 = 0 then 'risk' else 'withdrawal' end, '', '', 'sta_1', now() - age, now(), '',
      case when n > 1 then now() - age + interval '1 day' end
    from generate_series(1, ${many}::int) n, lateral (select (case when n <= 3 or n % 2 = 1 then 10 else 100 + n end) * interval '1 day' as age) ages`);
  await database.db.execute(
    sql`insert into shops (id, no, name, time_zone, created_at) values ('shop', 'shop', '', 'UTC', now())`,
  );
  await database.db.execute(sql`
    insert into recharges (id, no, shop_id, reported_by, network, proof, amount, status, step, seq, expected_by, created_at)
    select 'rch_' || n, 'R-' || n, 'shop', '', 'chn_' || n % 3, case when n % 2 = 0 then 'INV-' || n || '/26' else 'ОПЛАТА ' || chr(1072 + n % 32) || chr(1072 + n / 32 % 32) || chr(1072 + n / 1024) end,
      1, 'moderated', 'under_review', 0, now(), now()
    from generate_series(1, ${many}::int) n`);
  await database.db.execute(sql`analyze statements, login_attempts, restrictions, holds, recharges`);
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

/** How many rows of a table this connection has looked up by an index. */
const lookedUp = async (tx: Database, table: string): Promise<number> => {
  const [row] = await queryRows<{ count: number }>(
    tx,
    sql`select idx_tup_fetch::int as count from pg_stat_xact_user_tables where relname = ${table}`,
  );
  return row?.count ?? 0;
};

it.each(['restrictions', 'holds'])(
  'a decision that blocks money reads those before it that count, of all %s of a shop',
  async (table) => {
    await database.db.transaction(async (tx) => {
      const before = await lookedUp(tx, table);
      expect(await blockedMoneyPeriods({ db: tx, clock: systemClock }, 'shop')).toHaveLength(6);
      expect(await scanned(tx, table)).toBe(0);
      expect((await lookedUp(tx, table)) - before).toBe(3);
    });
  },
);

it('the renewals of a hold are counted by an index', async () => {
  await database.db.transaction(async (tx) => {
    expect(await renewalsOf(tx, 'hold_7')).toBe(1);
    expect(await scanned(tx, 'statements')).toBe(0);
  });
});

it.each([
  ['INV.8.26', 'rch_8'],
  ['ОПЛАТА: гаа', 'rch_3'],
])('the payments of the reference %s are found by an index', async (proof, id) => {
  await database.db.transaction(async (tx) => {
    const before = await lookedUp(tx, 'recharges');
    const found = await findSamePayments(tx, { network: 'chn_9', proof }, countsAsUse);
    expect(found.map((row) => row.id)).toEqual([id]);
    expect(await scanned(tx, 'recharges')).toBe(0);
    expect((await lookedUp(tx, 'recharges')) - before).toBe(1);
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
