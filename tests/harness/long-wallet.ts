import { sql } from 'drizzle-orm';
import { lastSeq, lockChain } from '../../src/server/ledger/ledger.ts';
import type { Database } from '../../src/server/platform/database/db.ts';

/**
 * A shop with a long history: `count` more postings, one a minute, as the ledger would have left them but for their
 * hashes. Written by the database itself, a million in about a minute.
 */
export const lengthenWallet = (db: Database, shopId: string, count: number): Promise<void> =>
  db.transaction(async (tx) => {
    const own = (name: string) => `M.${name}:${shopId}`;
    const part = (name: string) => `${name}:${shopId}`;
    await lockChain(tx, shopId);
    const last = await lastSeq(tx, shopId);
    await tx.execute(sql`set local statement_timeout = 0`);
    // Neither triggers nor keys: they would look at each of the rows once more.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      create temporary table made on commit drop as
      select seq, (array['recharge', 'order_pay', 'hold', 'hold_release'])[1 + (seq + 3) % 4] as kind,
        timestamptz '2024-01-01 00:00:00+00' + seq * interval '1 minute' as at
      from generate_series(${last}::bigint + 1, ${last}::bigint + ${count}::int) seq`);
    await tx.execute(sql`
      insert into transactions (chain, seq, kind, ref, shop_id, actor, at, previous_hash, hash)
      select ${shopId}::text, seq, kind, ${shopId}::text || '_' || seq, ${shopId}::text, 'made', at, '', ${shopId}::text || '_' || seq
      from made`);
    // Each leg goes on from what its account held, and from what of its kind had come and gone there.
    await tx.execute(sql`
      create temporary table legs on commit drop as
      select leg.*, coalesce(a.balance, 0) as held, coalesce(e.kind_in, 0) as had_in, coalesce(e.kind_out, 0) as had_out
      from (values
        ('recharge', 0, ${own('available')}, 5000000), ('recharge', 1, ${part('world:rail')}, -5000000),
        ('order_pay', 0, ${own('available')}, -1250000), ('order_pay', 1, ${part('P.supplier_payable')}, 1250000),
        ('hold', 0, ${own('available')}, -1000000), ('hold', 1, ${own('frozen')}, 1000000),
        ('hold_release', 0, ${own('available')}, 1000000), ('hold_release', 1, ${own('frozen')}, -1000000)
      ) as leg(of, position, account, amount)
      left join accounts a on a.id = leg.account
      left join lateral (select * from entries where account = leg.account and kind = leg.of order by seq desc limit 1) e
        on true`);
    await tx.execute(sql`
      insert into entries (chain, seq, position, account, amount, balance_after, kind, kind_in, kind_out)
      select ${shopId}::text, seq, position, account, amount, held + sum(amount) over (partition by account order by seq), kind,
        had_in + sum(greatest(amount, 0)) over lane, had_out + sum(greatest(-amount, 0)) over lane
      from made join legs on legs.of = made.kind
      window lane as (partition by account, kind order by seq)`);
    await tx.execute(sql`
      insert into accounts (id, shop_id, balance, overdraft)
      select account, ${shopId}::text, sum(amount), account like 'world:%'
      from made join legs on legs.of = made.kind group by account
      on conflict (id) do update set balance = accounts.balance + excluded.balance`);
    await tx.execute(sql`update ledger_heads set seq = seq + ${count}::int where chain = ${shopId}`);
  });
