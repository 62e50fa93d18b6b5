// One file: every comparison of the audit, and the order in which it makes them.
import { asc, eq, gt, sql } from 'drizzle-orm';
import { type Database, rows } from '../platform/database/db.ts';
import { entries, ledgerHead, transactions } from '../schema/ledger.ts';
import { auditFigures } from './audit-figures.ts';
import { chainHash } from './ledger-hash.ts';

/** The numbers of rows that the audit has read, and what it found. */
export interface AuditReport {
  transactions: number;
  entries: number;
  accounts: number;
  /** One sentence for each thing that is wrong; empty when the books are in order. */
  findings: string[];
  /** Payments that orders were placed for and that no settlement file of a payment service has confirmed. */
  unreconciled: Unreconciled[];
  /** Decisions that exceeded their bounds by the order of an authority, with the reference that the operator wrote. */
  legalReferences: LegalReference[];
}

/** The order of an authority, and the decision that names it. */
export interface LegalReference {
  decision: string;
  actor: string;
  at: string;
  reference: string;
}

/** The payment of an order, as its service names it. */
export interface Unreconciled {
  reference: string;
  order: string;
}

type Finding = { what: string };

const zero = '0'.repeat(64);
const pageSize = 2_000;

const sumsOf = (db: Database) =>
  rows<Finding>(
    db,
    sql`select 'transaction ' || t.seq || ' sums to ' || coalesce(sum(e.amount), 0)::text || ' over ' || count(e.seq) || ' entries' as what
        from transactions t left join entries e on e.seq = t.seq
        group by t.seq having coalesce(sum(e.amount), 0) <> 0 or count(e.seq) < 2 order by t.seq limit 50`,
  );

const balancesOf = (db: Database) =>
  rows<Finding>(
    db,
    sql`select 'account ' || a.id || ' holds ' || a.balance::text || ', its entries add up to ' || coalesce(sum(e.amount), 0)::text as what
        from accounts a left join entries e on e.account = a.id
        group by a.id having a.balance <> coalesce(sum(e.amount), 0) order by a.id limit 50`,
  );

// Each entry has the account's balance after it; a replay in order must give the same balances.
const replayOf = (db: Database) =>
  rows<Finding>(
    db,
    sql`select 'entry ' || seq || '/' || position || ' of ' || account || ' says ' || balance_after::text || ' after it, replay says ' || replayed::text as what
        from (select *, sum(amount) over (partition by account order by seq, position) as replayed from entries) r
        where replayed <> balance_after order by seq limit 50`,
  );

// The running sums from which a wallet computes any span without reading its entries.
const runningTotalsOf = (db: Database) =>
  rows<Finding>(
    db,
    sql`select 'entry ' || seq || '/' || position || ' of ' || account || ' says that ' || kind_in::text || ' came and ' || kind_out::text || ' went as ' || kind || ', replay says ' || came::text || ' and ' || went::text || ' as ' || posted as what
        from (select e.*, t.kind as posted, sum(greatest(e.amount, 0)) over so_far as came, sum(greatest(-e.amount, 0)) over so_far as went
              from entries e join transactions t on t.seq = e.seq
              window so_far as (partition by e.account, t.kind order by e.seq, e.position)) r
        where kind <> posted or kind_in <> came or kind_out <> went order by seq limit 50`,
  );

const negativeOf = (db: Database) =>
  rows<Finding>(
    db,
    sql`select 'account ' || id || ' is negative: ' || balance::text as what from accounts where id like 'M.%' and balance < 0 limit 50`,
  );

const holdsOf = (db: Database) =>
  rows<Finding>(
    db,
    sql`select 'shop ' || coalesce(f.shop_id, h.shop_id) || ' has ' || coalesce(f.balance, 0)::text || ' frozen and open holds of ' || coalesce(h.held, 0)::text as what
        from (select shop_id, balance from accounts where id like 'M.frozen:%') f
        full join (select shop_id, sum(amount) as held from holds where released_at is null group by shop_id) h on h.shop_id = f.shop_id
        where coalesce(f.balance, 0) <> coalesce(h.held, 0) limit 50`,
  );

// The deferred balance equals what was paid for promotions and is neither delivered nor refunded.
const promotionsOf = (db: Database) =>
  rows<Finding>(
    db,
    sql`select 'promotions have ' || (price - earned - refunded)::text || ' undelivered and P.ads_deferred holds ' || held::text as what
        from (select coalesce(sum(price), 0) as price, coalesce(sum(earned), 0) as earned, coalesce(sum(refunded), 0) as refunded from ad_purchases) p,
        (select coalesce(sum(balance), 0) as held from accounts where id = 'P.ads_deferred') a
        where price - earned - refunded <> held`,
  );

// The clearing accounts equal what was sent and is not confirmed yet, and what is to be sent back.
const clearingOf = (db: Database) =>
  rows<Finding>(
    db,
    sql`select due.what || ' come to ' || due.amount::text || ' and ' || due.account || ' holds ' || coalesce(a.balance, 0)::text as what
        from (select 'P.clearing_withdraw' as account, 'withdrawals that were sent' as what, coalesce(sum(amount - fee), 0) as amount from withdrawals where step = 'sent' and recalled_at is null
              union all
              select 'P.clearing', 'refused recharges that arrived', coalesce(sum(arrived), 0) from recharges where sent_back_at is null) due
        left join accounts a on a.id = due.account
        where due.amount <> coalesce(a.balance, 0)`,
  );

// No settlement file is imported yet, so every payment is listed; imported files will exclude the payments they
// confirm. An unconfirmed payment is no fault: the newest ones are in no file yet.
const unreconciledOf = (db: Database) =>
  rows<Unreconciled>(
    db,
    sql`select payment_reference as reference, no as "order" from orders where payment_reference is not null order by created_at, id`,
  );

// Only the authority can confirm its order, so all references are listed for a person to check.
const legalReferencesOf = (db: Database) =>
  rows<LegalReference>(
    db,
    sql`select name as decision, actor, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as at, input->>'legal-reference' as reference
        from decision_log where input->>'legal-reference' is not null order by seq`,
  );

interface Link {
  seq: bigint;
  hash: string;
}
const genesis: Link = { seq: 0n, hash: zero };

const brokenLinks = async (db: Database, from: Link): Promise<string[]> => {
  let last = from;
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
    const linesOf = new Map<bigint, typeof lines>();
    for (const line of lines) linesOf.set(line.seq, [...(linesOf.get(line.seq) ?? []), line]);
    for (const row of page) {
      if (row.seq !== last.seq + 1n) return [`the chain jumps from transaction ${last.seq} to ${row.seq}`];
      if (row.previousHash !== last.hash)
        return [`transaction ${row.seq} does not follow transaction ${last.seq}`];
      if (chainHash(row, linesOf.get(row.seq) ?? []) !== row.hash)
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

/** Reads the whole ledger and the figures of all shops in one snapshot, and reports what does not add up. */
export const audit = (db: Database): Promise<AuditReport> =>
  db.transaction(
    async (tx) => {
      const results = [
        await sumsOf(tx),
        await balancesOf(tx),
        await replayOf(tx),
        await runningTotalsOf(tx),
        await negativeOf(tx),
        await holdsOf(tx),
        await promotionsOf(tx),
        await clearingOf(tx),
      ];
      return {
        transactions: await countOf(tx, 'transactions'),
        entries: await countOf(tx, 'entries'),
        accounts: await countOf(tx, 'accounts'),
        unreconciled: await unreconciledOf(tx),
        legalReferences: await legalReferencesOf(tx),
        findings: [
          ...results.flat().map(({ what }) => what),
          ...(await brokenLinks(tx, genesis)),
          ...(await auditFigures(tx)),
        ],
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

// Compares the account's own balance with its newest entry.
const newestBalancesOf = (db: Database, from: bigint) =>
  rows<Finding>(
    db,
    sql`select 'account ' || a.id || ' holds ' || a.balance::text || ', its newest entry says ' || e.balance_after::text as what
        from (select distinct on (account) account, balance_after from entries where seq > ${from} order by account, seq desc, position desc) e
        join accounts a on a.id = e.account
        where a.balance <> e.balance_after order by a.id limit 50`,
  );

/** The number of newest transactions that each start checks. */
const tail = 500n;

/**
 * Reads the newest 500 transactions and their accounts, and reports what does not add up: bounded, so that each start
 * can run it.
 */
export const auditTail = (db: Database): Promise<string[]> =>
  db.transaction(
    async (tx) => {
      const [head] = await tx.select().from(ledgerHead);
      const seq = (head?.seq ?? 0n) - tail;
      const [before] =
        seq > 0n ? await tx.select().from(transactions).where(eq(transactions.seq, seq)) : [genesis];
      if (!before) return [`transaction ${seq} is missing`];
      const balances = await newestBalancesOf(tx, before.seq);
      return [...balances.map(({ what }) => what), ...(await brokenLinks(tx, before))];
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
