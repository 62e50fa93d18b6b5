import { asc, gt, sql } from 'drizzle-orm';
import { type Database, rows } from '../database/db.ts';
import { entries, ledgerHead, transactions } from '../schema/ledger.ts';
import { chainHash } from './ledger-hash.ts';

/** What the audit has read, in rows, and what it found. */
export interface AuditReport {
  transactions: number;
  entries: number;
  accounts: number;
  /** One sentence for each thing that is wrong; empty when the books are in order. */
  findings: string[];
}

type Found = { what: string };

const zero = '0'.repeat(64);
const pageSize = 2_000;

const sumsOf = (db: Database) =>
  rows<Found>(
    db,
    sql`select 'transaction ' || t.seq || ' sums to ' || coalesce(sum(e.amount), 0)::text || ' over ' || count(e.seq) || ' entries' as what
        from transactions t left join entries e on e.seq = t.seq
        group by t.seq having coalesce(sum(e.amount), 0) <> 0 or count(e.seq) < 2 order by t.seq limit 50`,
  );

const balancesOf = (db: Database) =>
  rows<Found>(
    db,
    sql`select 'account ' || a.id || ' holds ' || a.balance::text || ', its entries add up to ' || coalesce(sum(e.amount), 0)::text as what
        from accounts a left join entries e on e.account = a.id
        group by a.id having a.balance <> coalesce(sum(e.amount), 0) order by a.id limit 50`,
  );

// Each entry says what the account held after it; replayed in order it must come out the same.
const replayOf = (db: Database) =>
  rows<Found>(
    db,
    sql`select 'entry ' || seq || '/' || position || ' of ' || account || ' says ' || balance_after::text || ' after it, replay says ' || replayed::text as what
        from (select *, sum(amount) over (partition by account order by seq, position) as replayed from entries) r
        where replayed <> balance_after order by seq limit 50`,
  );

// The sums by which a wallet tells any span without reading it.
const runningOf = (db: Database) =>
  rows<Found>(
    db,
    sql`select 'entry ' || seq || '/' || position || ' of ' || account || ' says that ' || kind_in::text || ' came and ' || kind_out::text || ' went as ' || kind || ', replay says ' || came::text || ' and ' || went::text || ' as ' || posted as what
        from (select e.*, t.kind as posted, sum(greatest(e.amount, 0)) over so_far as came, sum(greatest(-e.amount, 0)) over so_far as went
              from entries e join transactions t on t.seq = e.seq
              window so_far as (partition by e.account, t.kind order by e.seq, e.position)) r
        where kind <> posted or kind_in <> came or kind_out <> went order by seq limit 50`,
  );

const negativeOf = (db: Database) =>
  rows<Found>(
    db,
    sql`select 'account ' || id || ' is negative: ' || balance::text as what from accounts where id like 'M.%' and balance < 0 limit 50`,
  );

const holdsOf = (db: Database) =>
  rows<Found>(
    db,
    sql`select 'shop ' || coalesce(f.shop_id, h.shop_id) || ' has ' || coalesce(f.balance, 0)::text || ' frozen and open holds of ' || coalesce(h.held, 0)::text as what
        from (select shop_id, balance from accounts where id like 'M.frozen:%') f
        full join (select shop_id, sum(amount) as held from holds where released_at is null group by shop_id) h on h.shop_id = f.shop_id
        where coalesce(f.balance, 0) <> coalesce(h.held, 0) limit 50`,
  );

// What is set aside for promotions is what was paid for them and is neither delivered nor given back.
const promotionsOf = (db: Database) =>
  rows<Found>(
    db,
    sql`select 'promotions have ' || (price - earned - refunded)::text || ' undelivered and P.ads_deferred holds ' || held::text as what
        from (select coalesce(sum(price), 0) as price, coalesce(sum(earned), 0) as earned, coalesce(sum(refunded), 0) as refunded from ad_purchases) p,
        (select coalesce(sum(balance), 0) as held from accounts where id = 'P.ads_deferred') a
        where price - earned - refunded <> held`,
  );

// What lies between the ledger and the banks is what was sent and not confirmed yet, and what waits to be sent back.
const betweenOf = (db: Database) =>
  rows<Found>(
    db,
    sql`select due.what || ' come to ' || due.amount::text || ' and ' || due.account || ' holds ' || coalesce(a.balance, 0)::text as what
        from (select 'P.clearing_withdraw' as account, 'withdrawals that were sent' as what, coalesce(sum(amount - fee), 0) as amount from withdrawals where step = 'sent'
              union all
              select 'P.clearing', 'refused recharges that arrived', coalesce(sum(arrived), 0) from recharges where sent_back_at is null) due
        left join accounts a on a.id = due.account
        where due.amount <> coalesce(a.balance, 0)`,
  );

const brokenLinks = async (db: Database): Promise<string[]> => {
  let last = { seq: 0n, hash: zero };
  for (;;) {
    const page = await db
      .select()
      .from(transactions)
      .where(gt(transactions.seq, last.seq))
      .orderBy(asc(transactions.seq))
      .limit(pageSize);
    if (page.length === 0) break;
    const first = page[0]?.seq ?? 0n;
    const until = page.at(-1)?.seq ?? 0n;
    const lines = await db
      .select()
      .from(entries)
      .where(sql`${entries.seq} between ${first} and ${until}`)
      .orderBy(entries.seq, entries.position);
    const listOf = new Map<bigint, typeof lines>();
    for (const line of lines) listOf.set(line.seq, [...(listOf.get(line.seq) ?? []), line]);
    for (const row of page) {
      if (row.seq !== last.seq + 1n) return [`the chain jumps from transaction ${last.seq} to ${row.seq}`];
      if (row.previousHash !== last.hash)
        return [`transaction ${row.seq} does not follow transaction ${last.seq}`];
      if (chainHash(row, listOf.get(row.seq) ?? []) !== row.hash)
        return [`transaction ${row.seq} was changed after it was posted`];
      last = row;
    }
  }
  const [head] = await db.select().from(ledgerHead);
  if (head?.seq === last.seq && head.hash === last.hash) return [];
  return [`the chain ends at transaction ${last.seq}, its head says ${head?.seq ?? 'nothing'}`];
};

const countOf = async (db: Database, table: 'transactions' | 'entries' | 'accounts'): Promise<number> => {
  const [row] = await rows<{ n: string }>(db, sql`select count(*)::text as n from ${sql.identifier(table)}`);
  return Number(row?.n ?? 0);
};

/** Reads the whole ledger in one snapshot and says what does not add up. */
export const audit = (db: Database): Promise<AuditReport> =>
  db.transaction(
    async (tx) => {
      const found = [
        await sumsOf(tx),
        await balancesOf(tx),
        await replayOf(tx),
        await runningOf(tx),
        await negativeOf(tx),
        await holdsOf(tx),
        await promotionsOf(tx),
        await betweenOf(tx),
      ];
      return {
        transactions: await countOf(tx, 'transactions'),
        entries: await countOf(tx, 'entries'),
        accounts: await countOf(tx, 'accounts'),
        findings: [...found.flat().map(({ what }) => what), ...(await brokenLinks(tx))],
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
