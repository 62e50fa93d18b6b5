import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, it } from 'vitest';
import { audit } from '../../src/server/ledger/audit.ts';
import type { Database } from '../../src/server/platform/database/db.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import type { Log } from '../../src/server/platform/log.ts';
import { totalOf } from '../harness/total.ts';
import { openShipped } from '../server/shipped/old-database.ts';

const entries = Number(process.env.POSTINGS ?? 1_000_000);
const shops = Number(process.env.SHOPS ?? 1_000);
/** The most that the migration of a million entries may take. */
const mostSeconds = 300;
/** An order has ten and a half entries in the mean. */
const orders = Math.ceil(entries / 10);
const clicks = entries;

/** The steps of an order, each with the hours after it was placed, and what the ledger calls it. */
const steps = sql`(values
  (1, 'place', null, 'pending_payment', 0, 'order_placed'),
  (2, 'pay', 'pending_payment', 'to_be_shipped', 1, 'order_pay'),
  (3, 'ship', 'to_be_shipped', 'shipped', 20, 'order_ship'),
  (4, 'deliver', 'shipped', 'to_be_accepted', 90, null),
  (5, 'accept', 'to_be_accepted', 'accepted', 91, null),
  (6, 'queue', 'accepted', 'pending_settlement', 100, null),
  (7, 'settle', 'pending_settlement', 'waiting_for_withdrawal', 200, 'settlement'),
  (8, 'release', 'waiting_for_withdrawal', 'completed', 540, 'release')
) as step (step, event, from_status, to_status, hours, kind)`;

/** What the postings of an order `p` move, in 10^-6. */
const moves = sql`(values
  ('order_placed', 'E.order:' || p.order_id, 20000000), ('order_placed', 'world:buyer', -20000000),
  ('order_pay', 'E.order:' || p.order_id, -12000000), ('order_pay', 'P.supplier_payable', 12000000),
  ('order_ship', 'P.supplier_payable', -12000000), ('order_ship', 'world:supplier', 12000000),
  ('settlement', 'E.order:' || p.order_id, -8000000), ('settlement', 'M.shop:' || p.shop_id, 7000000), ('settlement', 'P.fees', 1000000),
  ('release', 'M.available:' || p.shop_id, 7000000), ('release', 'M.shop:' || p.shop_id, -7000000)
) as move (kind, account, amount)`;

/**
 * Fills an empty database of the first version with shops, their orders, nine in ten of which are completed, and the
 * postings, histories, clicks and stars of these, over 400 days.
 */
async function fillOrders(db: Database): Promise<void> {
  await db.execute(sql`
    insert into shops (id, no, name, time_zone, created_at)
    select 'shop_' || n, 'S' || n, 'Shop ' || n, (array['UTC', 'Asia/Shanghai', 'Asia/Kathmandu', 'America/New_York'])[1 + n % 4], '2023-12-01'
    from generate_series(0, ${shops - 1}::int) n`);
  await db.execute(
    sql`insert into goods_types (id, name, position) values ('lamps', 'Lamps', 0), ('other', 'Other', 1)`,
  );
  await db.execute(sql`
    insert into goods (id, code, no, type_id, name, images, cost, shipping, suggested_price, stock, created_at)
    select 'gds_' || n, 'GD-' || n, 'GN-' || n, 'lamps', 'Olive wood lamp', '[]', 10000000, 2000000, 20000000, 1000000, '2023-12-01'
    from generate_series(0, 99) n`);
  await db.execute(sql`
    create temporary table made on commit drop as
    select n, 'ord_' || left(md5(n::text), 16) as id, 'shop_' || n % ${shops}::int as shop_id, 'gds_' || n % 100 as goods_id,
      timestamptz '2024-01-01 00:00:00+00' + n * interval '400 days' / ${orders}::int as created_at,
      case when n % 10 = 0 then 1 + n / 10 % 7 else 8 end as reached
    from generate_series(0, ${orders - 1}::int) n`);
  await db.execute(sql`
    insert into orders (id, no, shop_id, status, amount, cost, shipping, fee, refunded, funding, buyer, buyer_payment_ref,
      buyer_paid_at, search, delivered_at, carrier, due_at, case_id, case_reason, case_since, created_at)
    select id, no, shop_id, to_status, 20000000, 12000000, 2000000, 1000000, 0, 'escrow', 'Layla H.', 'Card •••• 4242', created_at,
      lower(no) || ' olive wood lamp ' || goods_id, case when reached > 3 then created_at + interval '90 hours' end,
      case when reached > 2 then 'Aramex' end, case when reached in (3, 8) then null else created_at + (hours + 1) * interval '1 hour' end, case when has_case then 'case_' || n end,
      case when has_case then 'It came broken.' end, case when has_case then created_at + interval '95 hours' end, created_at
    from (select *, 'SK-' || to_char(created_at, 'YYYYMMDD') || '-' || upper(left(md5(id), 8)) as no, reached = 6 and n % 100 = 50 as has_case
      from made) made join ${steps} on step = reached order by created_at`);
  await db.execute(sql`
    insert into order_items (order_id, position, goods_id, code, name, image, quantity, price, cost, shipping)
    select id, 0, goods_id, goods_id, 'Olive wood lamp', '', 1, 20000000, 10000000, 2000000 from made`);
  await db.execute(sql`
    insert into order_events (order_id, shop_id, event, from_status, to_status, actor, purchase, profit, at)
    select id, shop_id, event, from_status, to_status, 'made', case when event = 'pay' then 12000000 else 0 end,
      case when event = 'settle' then 7000000 else 0 end, created_at + hours * interval '1 hour'
    from made join ${steps} on step <= reached order by created_at + hours * interval '1 hour', n, step`);
  await db.execute(sql`
    insert into checkpoints (order_id, shop_id, status, place, time_zone, text, at)
    select id, shop_id, event, 'Sorting centre', 'UTC', 'Scanned', created_at + hours * interval '1 hour'
    from made join ${steps} on step <= reached where event in ('ship', 'deliver')`);
  await db.execute(sql`
    insert into credit_log (id, shop_id, change, code, ref, at)
    select 'crd_' || n, shop_id, 1, 'release', id, created_at + interval '540 hours' from made where reached = 8`);
  await db.execute(sql`
    insert into shop_events (shop_id, kind, order_id, stars, at)
    select shop_id, 'rating', id, 1 + n % 5, created_at + interval '600 hours' from made where reached = 8 and n % 3 = 0`);
  await db.execute(sql`
    insert into shop_events (shop_id, kind, goods_id, at)
    select 'shop_' || n % ${shops}::int, case when n % 4 = 0 then 'visit' else 'click' end, case when n % 4 <> 0 then 'gds_' || n % 100 end,
      timestamptz '2024-01-01 00:00:00+00' + n * interval '400 days' / ${clicks}::int
    from generate_series(0, ${clicks - 1}::int) n`);
}

/** Posts what the orders moved, in the order of time, in the one chain that all shops had. */
async function postOrders(db: Database): Promise<void> {
  await db.execute(sql`
    create temporary table postings on commit drop as
    select row_number() over (order by created_at + hours * interval '1 hour', n, step) as seq, kind, id as order_id, shop_id,
      (created_at + hours * interval '1 hour')::timestamptz(3) as at
    from made join ${steps} on step <= reached where kind is not null`);
  await db.execute(sql`
    insert into entries (seq, position, account, amount, balance_after)
    select seq, row_number() over (partition by seq order by account collate "C") - 1, account, amount,
      sum(amount) over (partition by account order by seq)
    from postings p cross join lateral ${moves} where move.kind = p.kind`);
  await db.execute(sql`
    insert into accounts (id, shop_id, balance, overdraft)
    select account, case when account like 'M.%' then split_part(account, ':', 2) end, sum(amount), account like 'world:%'
    from entries group by account`);
  await db.execute(sql`
    create temporary table lines on commit drop as
    select seq, string_agg('[' || to_json(account) || ',"' || amount || '"]', ',' order by position) as line from entries group by seq`);
  await db.execute(
    sql.raw(`
    do $$
    declare
      posting record;
      head text := repeat('0', 64);
      digest text;
    begin
      for posting in select * from postings join lines using (seq) order by seq loop
        digest := encode(sha256(convert_to('[' || to_json(head) || ',"' || posting.seq || '",' || to_json(posting.kind) || ',' ||
          to_json(posting.order_id) || ',' || to_json(posting.shop_id) || ',"made",null,"' ||
          to_char(posting.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",[' || posting.line || ']]', 'UTF8')), 'hex');
        insert into transactions (seq, kind, ref, shop_id, actor, at, previous_hash, hash)
          values (posting.seq, posting.kind, posting.order_id, posting.shop_id, 'made', posting.at, head, digest);
        head := digest;
      end loop;
      insert into ledger_head (id, seq, hash) select 1, max(seq), head from transactions;
    end $$`),
  );
}

const platformAccounts = ['world:buyer', 'world:supplier', 'P.supplier_payable', 'P.fees'];

/**
 * Fills the database without keys and triggers, which would look at each row once more. Returns how many entries it has,
 * and the balances of the platform, in 10^-6.
 */
async function fillOld(url: string): Promise<{ filled: number; balances: Map<string, bigint> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const db = drizzle(client) as unknown as Database;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await fillOrders(tx);
    await postOrders(tx);
  });
  await client.query('vacuum analyze');
  const { rows } = await client.query('select count(*)::int as n from entries');
  const balances = new Map<string, bigint>();
  for (const account of platformAccounts) balances.set(account, await totalOf(db, account));
  await client.end();
  return { filled: rows[0].n, balances };
}

const say = (text: string) => process.stdout.write(`${text}\n`);

it(`opens a database of the first version with ${entries} entries of ${shops} shops`, async () => {
  const old = await openShipped('postgres', '0000_initial', []);
  const { filled, balances } = await fillOld(old.url);
  expect(filled).toBeGreaterThanOrEqual(entries);

  const marks: { what: string; at: number }[] = [];
  const mark = (what: string) => void marks.push({ what, at: performance.now() });
  const log: Log = {
    info: (event, { name } = {}) => {
      if (event === 'applying migration') mark(String(name));
      if (event === 'migrated') mark('constraints and days');
    },
    error() {},
  };
  const began = performance.now();
  const database = await openPostgres({ url: old.url, log });
  const ended = performance.now();
  const seconds = (ended - began) / 1000;
  say(
    `\n${filled} entries, ${orders} orders and ${clicks} clicks and visits were migrated in ${seconds.toFixed(1)} s:`,
  );
  for (const [index, { what, at }] of marks.entries()) {
    const took = ((marks[index + 1]?.at ?? ended) - at) / 1000;
    say(`${what.padEnd(28)}${took.toFixed(1).padStart(8)} s`);
  }
  expect(seconds).toBeLessThan(mostSeconds);

  const report = await audit(database.db);
  say(
    `The audit reads ${report.transactions} transactions, ${report.entries} entries and ${report.accounts} accounts.`,
  );
  expect(report.findings).toEqual([]);
  expect(report.entries).toBeGreaterThan(filled);
  for (const [account, balance] of balances)
    expect([account, await totalOf(database.db, account)]).toEqual([account, balance]);
  await database.close();
  await old.remove();
});
