import { sql } from 'drizzle-orm';
import type { Database } from '../../src/server/platform/database/db.ts';
import { fillDays } from '../../src/server/platform/database/fill-days.ts';
import { silentLog } from '../../src/server/platform/log.ts';

export interface Business {
  orders: number;
  clicks: number;
  /** One article that all of it is about. */
  goodsId: string;
  /** All of it happened in the 400 days before. */
  until: Date;
}

/**
 * Fills shops with orders, their histories, comments, notices, clicks and visits, written by the database itself: a
 * shop of 100,000 orders in about a minute. Order `n` belongs to shop `n` modulo their number. Call `countBusiness`
 * afterwards.
 */
export const fillShops = (
  db: Database,
  shopIds: readonly string[],
  { orders, clicks, goodsId, until }: Business,
): Promise<void> =>
  db.transaction(async (tx) => {
    const end = sql`${until.toISOString()}::timestamptz`;
    const ids = sql`(array[${sql.join(
      shopIds.map((id) => sql`${id}`),
      sql`, `,
    )}]::text[])`;
    const shopOf = (n: ReturnType<typeof sql>) => sql`${ids}[1 + ${n} % ${shopIds.length}::int]`;
    await tx.execute(sql`set local statement_timeout = 0`);
    // No triggers and no keys: they would look at each row once more. What triggers keep is counted afterwards.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      create temporary table made on commit drop as
      select n, ${shopOf(sql`n`)} as shop_id, 'ord_' || md5(${shopIds[0]}::text || n) as id, age,
        ${end} - age * interval '400 days' - interval '1 minute' as created_at,
        case when n >= ${orders - 3} then 'pending_payment' when pick < 0.02 then 'cancelled' when pick < 0.03 then 'refunded' when age < 0.002 then 'pending_payment'
          when age < 0.004 then 'to_be_shipped' when age < 0.006 then 'shipped' when age < 0.008 then 'to_be_accepted'
          when age < 0.01 then 'accepted' when age < 0.012 then 'pending_settlement'
          when age < 0.03 then 'waiting_for_withdrawal' else 'completed' end as status
      from (select n, (${orders}::float - n) / ${orders} as age, (n * 7919 % 1000) / 1000.0 as pick
        from generate_series(0, ${orders - 1}) n) numbered`);
    await tx.execute(sql`
      insert into orders (id, no, shop_id, status, amount, cost, shipping, fee, refunded, funding, buyer,
        buyer_payment_ref, buyer_paid_at, search, due_at, tracking_no, carrier, delivered_at, case_since, case_id, had_case, created_at)
      select id, no, shop_id, status, 20000000, 12000000, 2000000, 1000000, 0, 'escrow', 'Layla H.', 'Card •••• 4242',
        created_at, lower(no) || ' olive wood lamp 红色水杯 ' || case when n % 500 = 0 then 'rare ' else '' end || 'gd_lamp',
        created_at + interval '2 days', 'TR' || n, 'Aramex', case when status not in ('pending_payment', 'cancelled', 'to_be_shipped', 'shipped') then created_at + interval '4 days' end,
        case when n % 400 = 7 then created_at end,
        case when n % 400 = 7 then 'case_' || id end, n % 100 = 7, created_at
      from (select *, 'SK-' || to_char(created_at, 'YYYYMMDD') || '-' || upper(left(md5(id), 8)) as no from made) numbered`);
    await tx.execute(sql`
      insert into order_items (order_id, shop_id, position, goods_id, code, name, image, quantity, price, cost, shipping)
      select id, shop_id, 0, ${goodsId}, 'gd_lamp', 'Olive wood lamp', '', 1, 20000000, 10000000, 2000000 from made`);
    await tx.execute(sql`
      insert into order_events (order_id, shop_id, event, from_status, to_status, actor, purchase, profit, at)
      select id, shop_id, event, null, status, 'made', case when event = 'pay' then 12000000 else 0 end,
        case when event = 'settle' then 7000000 else 0 end, created_at + hours * interval '1 hour'
      from made cross join (values ('place', 0), ('pay', 1), ('ship', 20), ('deliver', 90), ('settle', 200)) as step (event, hours)
      where (event = 'place' or status not in ('pending_payment', 'cancelled'))
        and (event <> 'settle' or status in ('completed', 'waiting_for_withdrawal'))
      order by created_at, hours`);
    await tx.execute(sql`
      insert into after_sale_cases (id, order_id, shop_id, type, state, outcome, closed_at, reason_code, reason, fault, opened_at)
      select 'case_' || id, id, shop_id, 'refund', case when n % 400 = 7 then 'platform_review' else 'closed' end,
        case when n % 400 <> 7 then 'rejected' end, case when n % 400 <> 7 then created_at end, 'other', '', 'supplier', created_at
      from made where n % 100 = 7`);
    await tx.execute(sql`
      insert into comments (id, order_id, shop_id, goods_id, "by", rating, content, actor, created_at)
      select 'cmt_' || id, id, shop_id, ${goodsId}, 'buyer', 1 + n % 5, 'Lovely', 'made', created_at from made where n % 3 = 0`);
    await tx.execute(sql`
      insert into notices (id, shop_id, seq, type, kind, params, link, at, read_at)
      select shop_id || '-n' || n, shop_id, n + 1, 'order', 'order_accepted', jsonb_build_object('no', id), '/order?id=' || id,
        created_at, case when n % 2 = 0 then created_at end from made`);
    await tx.execute(sql`
      insert into shop_events (shop_id, kind, goods_id, at)
      select ${shopOf(sql`n`)}, case when n % 4 = 0 then 'visit' else 'click' end, case when n % 4 = 0 then null else ${goodsId} end,
        ${end} - n * interval '400 days' / ${clicks}
      from generate_series(1, ${clicks}::int) n`);
    await tx.execute(sql`
      insert into shop_events (shop_id, kind, order_id, stars, at)
      select shop_id, 'rating', id, 1 + n % 5, created_at from made where n % 3 = 0`);
  });

/** Counts the figures and totals of all shops from their rows, as the migration does, and lets the planner know them. */
export const countBusiness = async (db: Database): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`truncate shop_counts, shop_figures, shop_days, shop_deltas`);
    await tx.execute(
      sql`insert into shop_counts (shop_id, name, count) select shop_id, name, count from shop_counts_of_rows`,
    );
    await tx.execute(sql`
      insert into shop_figures (shop_id, at, clicks, visits, placed, purchase, settled, estimated)
      select shop_id, at, clicks, visits, placed, purchase, settled, estimated from shop_figures_of_rows order by shop_id, at`);
  });
  await fillDays(db, silentLog);
};
