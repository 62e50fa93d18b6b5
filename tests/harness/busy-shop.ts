import { type SQL, sql } from 'drizzle-orm';
import { daysOfShops } from '../../src/server/audit/audit-figures.ts';
import { type Database, sqlList } from '../../src/server/platform/database/db.ts';

export interface Business {
  orders: number;
  clicks: number;
  /** One article that all of it is about. */
  goodsId: string;
  /** All of it happened in the 400 days before. */
  until: Date;
}

/** Writes without triggers and keys, which would look at each row once more: what triggers keep is counted afterwards. */
const fillUnchecked = (
  db: Database,
  { shopIds, until }: { shopIds: readonly string[]; until: Date },
  fill: (tx: Database, as: { ids: SQL; end: SQL }) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local session_replication_role = replica`);
    await fill(tx, {
      ids: sql`(array[${sqlList(shopIds)}]::text[])`,
      end: sql`${until.toISOString()}::timestamptz`,
    });
  });

/**
 * Fills shops with orders, their histories, comments, notices, clicks and visitors, written by the database itself: a
 * shop of 100,000 orders in about a minute. Order `n` belongs to shop `n` modulo their number. Call `countBusiness`
 * afterwards.
 */
export const fillShops = (
  db: Database,
  shopIds: readonly string[],
  { orders, clicks, goodsId, until }: Business,
): Promise<void> =>
  fillUnchecked(db, { shopIds, until }, async (tx, { ids, end }) => {
    const shopOf = (n: SQL) => sql`${ids}[1 + ${n} % ${shopIds.length}::int]`;
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
      insert into orders (id, no, shop_id, status, amount, cost, shipping, fee, refunded, funding, buyer_masked, buyer_words,
        buyer_payment_ref, buyer_paid_at, search, due_at, tracking_no, carrier, delivered_at, auto_accept_days, return_window_days, case_since, case_id, had_case, created_at)
      select id, no, shop_id, status, 20000000, 12000000, 2000000, 1000000, 0, 'escrow', 'L. H.', '{}', 'Card •••• 4242',
        created_at, lower(no) || ' olive wood lamp 红色水杯 ' || case when n % 500 = 0 then 'rare ' else '' end || 'gd_lamp tr' || n,
        created_at + interval '2 days', 'TR' || n, 'Aramex', case when status not in ('pending_payment', 'cancelled', 'to_be_shipped', 'shipped') then created_at + interval '4 days' end,
        7, 14, case when n % 400 = 7 then created_at end,
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
      insert into notices (id, shop_id, seq, type, kind, params, link, order_id, at, read_at)
      select shop_id || '-n' || n, shop_id, n + 1, 'order', 'order_cancelled', jsonb_build_object('no', id), '/order?id=' || id, id,
        created_at, case when n % 2 = 0 then created_at end from made`);
    await tx.execute(sql`
      insert into notice_heads (shop_id, seq) select shop_id, max(n) + 1 from made group by shop_id`);
    await tx.execute(sql`
      insert into traffic_reports (shop_id, reference, day, hour, at, visitors, clicks, actor, reported_at)
      select shop_id, 'R-' || n, (at at time zone 'UTC')::date, extract(hour from at at time zone 'UTC'), date_trunc('hour', at, 'UTC'),
        case when n % 4 = 0 then 1 end, case when n % 4 > 0 then jsonb_build_object(${goodsId}::text, 1) end, 'made', at
      from (select n, ${shopOf(sql`n`)} as shop_id, ${end} - n * interval '400 days' / ${clicks} as at
        from generate_series(1, ${clicks}::int) n) seen`);
  });

/**
 * Fills shops that `fillShops` has filled one by one with what has ended of holds, withdrawals, recharges, restrictions,
 * invitations, promotions, scores, listings and postings, so many of each. Call `countBusiness` afterwards.
 */
export const fillHistories = (
  db: Database,
  shopIds: readonly string[],
  { each, until }: { each: number; until: Date },
): Promise<void> =>
  fillUnchecked(db, { shopIds, until }, async (tx, { ids, end }) => {
    await tx.execute(sql`
      create temporary table past on commit drop as
      select n, shop_id, shop_id || '-' || n as key, 'ord_' || md5(shop_id || n) as order_id, ${end} - (1 + n * 390.0 / ${each}) * interval '1 day' as at
      from unnest(${ids}) shop_id, generate_series(0, ${each - 1}::int) n`);
    await tx.execute(sql`
      insert into statements (id, shop_id, kind, facts, rule, appeal, actor, subject, at)
      select 'stm_' || key, shop_id, 'goods_delisted', 'facts', 'rule', '', 'made', 'hld_' || key, at from past`);
    await tx.execute(sql`
      insert into credit_log (id, shop_id, change, code, ref, params, statement_id, at)
      select 'crd_' || key, shop_id, case when n = 0 then 50 when n % 2 = 0 then 1 else -1 end, case when n % 2 = 0 then 'release' else 'lapse' end, key,
        jsonb_build_object('no', key), case when n % 2 = 1 then 'stm_' || key end, at from past`);
    await tx.execute(sql`
      insert into restrictions (id, shop_id, kind, subject, statement_id, since, review_by, lifted_at, lifted_by)
      select 'rst_' || key, shop_id, case when n % 2 = 0 then 'goods_delisted' else 'withdrawal_prohibited' end,
        case when n % 2 = 0 then 'shw_' || key end, 'stm_' || key, at, at + interval '7 days', at + interval '1 day', 'made' from past`);
    await tx.execute(sql`
      insert into holds (id, shop_id, amount, reason_code, text, ref, statement_id, since, review_by, appeal_url, released_at)
      select 'hld_' || key, shop_id, 1000000, 'withdrawal', 'withdrawal', 'WD-' || key, 'stm_' || key, at, at + interval '3 days', '', at + interval '1 day' from past`);
    await tx.execute(sql`
      insert into withdrawals (id, no, shop_id, account_id, pay_to, amount, fee, status, step, hold_id, expected_by, reason_code, created_at)
      select 'wdr_' || key, 'WD-' || key, shop_id, 'acc', '{"type":"trx_usdt","number":"T","bankName":"","accountName":"","branchNo":"","note":"","usableFrom":"2025-01-01T00:00:00.000Z"}', 1000000, 10000,
        'failed', 'rejected', 'hld_' || key, at, 'other', at from past`);
    await tx.execute(sql`
      insert into recharges (id, no, shop_id, reported_by, network, proof, amount, received, status, step, reason_code, seq, expected_by, created_at, decided_at)
      select 'rch_' || key, 'RC-' || key, shop_id, 'made', 'bank', 'proof ' || key, 1000000, case when n % 2 = 0 then 1000000 end,
        case when n % 2 = 0 then 'completed' else 'failed' end, case when n % 2 = 0 then 'confirmed' else 'rejected' end, 'other', n, at, at, at from past`);
    await tx.execute(sql`
      insert into invitations (code, shop_id, friend_id, actor, created_at, expires_at, used_at, used_by)
      select 'INV' || key, shop_id, 'frd_' || key, 'made', at, at + interval '1 day', case when n % 2 = 0 then at end, case when n % 2 = 0 then 'made' end from past`);
    await tx.execute(sql`
      insert into friends (id, shop_id, expires_at, invited_at) select 'frd_' || key, shop_id, at + interval '1 day', at from past`);
    await tx.execute(sql`
      insert into deposit_returns (id, shop_id, reason, amount, told_at, due_at, ended_at, returned)
      select 'ret_' || key, shop_id, 'downgrade', 1000000, at, at + interval '1 day', at + interval '1 day', 0 from past`);
    await tx.execute(sql`
      insert into transactions (chain, seq, kind, ref, shop_id, actor, at, previous_hash, hash)
      select shop_id, 10 + ${each} - n, (array['settlement', 'order_pay', 'withdraw'])[1 + n % 3],
        case when n % 3 = 2 then 'wdr_' || key else order_id end, shop_id, 'made', at, '', '' from past`);
    await tx.execute(sql`
      insert into entries (chain, seq, position, account, amount, balance_after, kind, kind_in, kind_out)
      select chain, seq, 0, 'M.available:' || shop_id, case when kind = 'settlement' then 2000000 else -1000000 end, 0, kind,
        case when kind = 'settlement' then 2000000 * seq else 0 end, case when kind = 'settlement' then 0 else 1000000 * seq end
      from transactions where shop_id in (select shop_id from past) and actor = 'made'`);
    await tx.execute(
      sql`update ledger_heads set seq = 10 + ${each} where chain in (select shop_id from past)`,
    );
    await tx.execute(sql`
      insert into ad_offers (id, title, image, target, price, unit, quantity, days, actor, created_at, withdrawn_at)
      values ('ofr_made', 'Offer', '', 'shop', 1000000, 'click', 1000, 30, 'made', ${end}, ${end}) on conflict do nothing`);
    // Of sixty promotions each, so that one page has fifty of them, however many units each delivered.
    await tx.execute(sql`
      insert into ad_purchases (id, no, shop_id, ad_id, status, price, unit, quantity, starts_at, ends_at, delivered, earned, refunded, ended_at)
      select 'adp_' || key, 'AD-' || key, shop_id, 'ofr_made', 'completed', 1000000, 'click', 1000000, at, at + interval '1 day', ${each} / 2, 1000000, 0, at from past where n < 60`);
    await tx.execute(sql`
      insert into ad_events (purchase_id, unit, at) select 'adp_' || shop_id || '-' || n % 60, 'click', at from past, generate_series(1, 12)`);
    await tx.execute(sql`
      insert into ad_reports (purchase_id, units, reference, actor, at) select 'adp_' || shop_id || '-' || n % 60, 1, shop_id || 'N' || n || 'P' || part, 'made', at from past, generate_series(1, 12) part`);
    // Articles that were listed once and taken out again, with the clicks on them.
    await tx.execute(sql`
      insert into showcase (id, shop_id, goods_id, selling_price, listed_cost, status, unlist_reason, listed_at, unlisted_at)
      select 'shw_' || key, shop_id, 'gds_' || key, 20000000, 12000000, 'unlisted', 'merchant', at, at from past`);
    await tx.execute(sql`
      insert into goods (id, code, no, type_id, name, images, cost, shipping, suggested_price, stock, created_at, withdrawn_at)
      select 'gds_' || key, 'GC-' || key, 'GN-' || key, (select type_id from goods limit 1), 'Old lamp', '[]', 10000000, 2000000, 20000000, 1, at, at from past`);
    await tx.execute(sql`
      insert into traffic_reports (shop_id, reference, day, at, clicks, actor, reported_at)
      select shop_id, 'P-' || n, (at at time zone 'UTC')::date, date_trunc('day', at, 'UTC'), jsonb_build_object('gds_' || key, 1), 'made', at from past`);
    // Of orders of which nothing else is left: the planner should not believe that only one article is ever bought.
    await tx.execute(sql`
      insert into order_items (order_id, shop_id, position, goods_id, code, name, image, quantity, price, cost, shipping)
      select 'ord_' || key, shop_id, 0, 'gds_' || key, 'GC-' || key, 'Old lamp', '', 1, 20000000, 10000000, 2000000 from past`);
    await tx.execute(sql`
      insert into comments (id, order_id, shop_id, goods_id, "by", rating, content, actor, created_at)
      select 'cmt_' || key, 'ord_' || key, shop_id, 'gds_' || key, 'buyer', 1 + n % 5, 'Lovely', 'made', at from past`);
  });

/** Counts the figures and totals of all shops from their rows, and lets the planner know them. */
export const countBusiness = async (db: Database): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(
      sql`truncate shop_counts, shop_figures, shop_days, shop_deltas, goods_days, goods_totals`,
    );
    await tx.execute(
      sql`insert into shop_counts (shop_id, name, count) select shop_id, name, count from shop_counts_of_rows`,
    );
    await tx.execute(
      sql`update shops set credit = (select sum(change) from credit_log where shop_id = shops.id)`,
    );
    await tx.execute(sql`
      insert into shop_figures (shop_id, at, clicks, reports, placed, purchase, settled, estimated)
      select shop_id, at, clicks, reports, placed, purchase, settled, estimated from shop_figures_of_rows order by shop_id, at`);
    await tx.execute(sql`
      insert into goods_days (shop_id, day, goods_id, sold, profit, estimated)
      select e.shop_id, (e.at at time zone 'UTC')::date, i.goods_id, count(*) filter (where e.event = 'pay'), sum(e.profit),
        coalesce(sum(order_estimate(o)) filter (where e.event = 'pay'), 0)
      from order_events e join orders o on o.id = e.order_id join order_items i on i.order_id = e.order_id where e.event in ('pay', 'settle') group by 1, 2, 3`);
    await tx.execute(sql`
      insert into goods_totals (shop_id, goods_id, sold, profit, estimated)
      select shop_id, goods_id, sum(sold), sum(profit), sum(estimated) from goods_days group by 1, 2`);
  });
  for (const { days } of await daysOfShops(db)) {
    await db.execute(sql`
      insert into shop_days (shop_id, day, clicks, reports, placed, purchase, settled, estimated) ${days}`);
  }
};

/**
 * Appends clicks of the 400 days before to a shop with its figures, one after another: each leaves four changes
 * that are not folded yet, two to a quarter hour and two to totals.
 */
export const appendClicks = (
  db: Database,
  shopId: string,
  { clicks, goodsId, until }: Omit<Business, 'orders'>,
): Promise<void> =>
  db.transaction(async (tx) => {
    for (let n = 1; n <= clicks; n++)
      await tx.execute(sql`
        insert into traffic_reports (shop_id, reference, day, at, clicks, actor, reported_at)
        select ${shopId}, gen_random_uuid()::text, (at at time zone 'UTC')::date, date_trunc('day', at, 'UTC'),
          jsonb_build_object(${goodsId}::text, 1), 'made', at
        from (select ${until.toISOString()}::timestamptz - ${n}::int * interval '400 days' / ${clicks}::int as at) seen`);
  });
