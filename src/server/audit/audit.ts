// One file: what the audit compares in the tables of the ledger, and the order of all its comparisons. Those of figures,
// states and anchors are in the files beside it.
import { asc, desc, eq, sql } from 'drizzle-orm';
import { chainOf } from '../ledger/account-names.ts';
import { missingAnchors } from '../ledger/anchors.ts';
import { chainHash, noHash } from '../ledger/chain-hash.ts';
import { isNumbered } from '../ledger/reversal.ts';
import type { KnownAnchor } from '../platform/config/config.ts';
import { type Database, queryRows } from '../platform/database/db.ts';
import { entries, ledgerHeads, transactions } from '../schema/ledger.ts';
import { auditAnchors } from './audit-anchors.ts';
import { auditFigures } from './audit-figures.ts';
import { auditStates } from './audit-states.ts';
import { findingsOf, runChecks } from './findings.ts';

/** The numbers of rows that the audit has read, and what it found. */
export interface AuditReport {
  transactions: number;
  entries: number;
  accounts: number;
  /** One sentence for each thing that is wrong; empty when the books are in order. */
  findings: string[];
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

const pageSize = 2_000;

const findUnbalanced = (db: Database) =>
  findingsOf(
    db,
    sql`select 'transaction ' || t.seq || ' of ' || t.chain || ' sums to ' || coalesce(sum(e.amount), 0)::text || ' over ' || count(e.seq) || ' entries' as what
        from transactions t left join entries e on e.chain = t.chain and e.seq = t.seq
        group by t.chain, t.seq having coalesce(sum(e.amount), 0) <> 0 or count(e.seq) < 2 order by t.chain, t.seq limit 50`,
  );

const findWrongBalances = (db: Database) =>
  findingsOf(
    db,
    sql`select 'account ' || a.id || ' holds ' || a.balance::text || ', its entries add up to ' || coalesce(sum(e.amount), 0)::text as what
        from accounts a left join entries e on e.account = a.id
        group by a.id having a.balance <> coalesce(sum(e.amount), 0) order by a.id limit 50`,
  );

// Each entry has the account's balance after it; a replay in order must give the same balances.
const findWrongReplays = (db: Database) =>
  findingsOf(
    db,
    sql`select 'entry ' || seq || '/' || position || ' of ' || account || ' says ' || balance_after::text || ' after it, replay says ' || replayed::text as what
        from (select *, sum(amount) over (partition by account order by seq, position) as replayed from entries) r
        where replayed <> balance_after order by seq limit 50`,
  );

// The running sums from which a wallet computes any span without reading its entries.
const findWrongRunningTotals = (db: Database) =>
  findingsOf(
    db,
    sql`select 'entry ' || seq || '/' || position || ' of ' || account || ' says that ' || kind_in::text || ' came and ' || kind_out::text || ' went as ' || kind || ', replay says ' || came::text || ' and ' || went::text || ' as ' || posted as what
        from (select e.*, t.kind as posted, sum(greatest(e.amount, 0)) over so_far as came, sum(greatest(-e.amount, 0)) over so_far as went
              from entries e join transactions t on t.chain = e.chain and t.seq = e.seq
              window so_far as (partition by e.account, t.kind order by e.seq, e.position)) r
        where kind <> posted or kind_in <> came or kind_out <> went order by seq limit 50`,
  );

const findNegative = (db: Database) =>
  findingsOf(
    db,
    sql`select 'account ' || id || ' is negative: ' || balance::text as what from accounts where id like 'M.%' and balance < 0 limit 50`,
  );

const findWrongHolds = (db: Database) =>
  findingsOf(
    db,
    sql`select 'shop ' || coalesce(f.shop_id, h.shop_id) || ' has ' || coalesce(f.balance, 0)::text || ' frozen and open holds of ' || coalesce(h.held, 0)::text as what
        from (select shop_id, balance from accounts where id like 'M.frozen:%') f
        full join (select shop_id, sum(amount) as held from holds where released_at is null group by shop_id) h on h.shop_id = f.shop_id
        where coalesce(f.balance, 0) <> coalesce(h.held, 0) limit 50`,
  );

// A posting is in the chain of its shop and changes accounts of that shop only.
const findForeign = (db: Database) =>
  findingsOf(
    db,
    sql`select 'transaction ' || seq || ' of ' || chain || ' is of ' || owner as what
        from (select chain, seq, coalesce(shop_id, ${chainOf(null)}) as owner from transactions) t
        where chain <> owner
        union all
        select 'entry ' || e.seq || '/' || e.position || ' of ' || e.chain || ' changes ' || a.id || ', which is of ' || coalesce(a.shop_id, ${chainOf(null)})
        from entries e join accounts a on a.id = e.account
        where e.chain <> coalesce(a.shop_id, ${chainOf(null)}) limit 50`,
  );

// The deferred balance equals what was paid for promotions and is neither delivered nor refunded.
const findWrongPromotions = (db: Database) =>
  findingsOf(
    db,
    sql`select 'promotions have ' || (price - earned - refunded)::text || ' undelivered and P.ads_deferred holds ' || held::text as what
        from (select coalesce(sum(price), 0) as price, coalesce(sum(earned), 0) as earned, coalesce(sum(refunded), 0) as refunded from ad_purchases) p,
        (select coalesce(sum(balance), 0) as held from accounts where id like 'P.ads_deferred:%') a
        where price - earned - refunded <> held`,
  );

// The clearing accounts equal what was sent and is not confirmed yet, and what is to be sent back.
const findWrongClearing = (db: Database) =>
  findingsOf(
    db,
    sql`select due.what || ' come to ' || due.amount::text || ' and ' || due.account || ' holds ' || held::text as what
        from (select 'P.clearing_withdraw' as account, 'withdrawals that were sent' as what, coalesce(sum(amount - fee), 0) as amount from withdrawals where step = 'sent' and recalled_at is null
              union all
              select 'P.clearing', 'refused recharges that arrived', coalesce(sum(arrived), 0) from recharges where status = 'failed' and sent_back_at is null) due
        cross join lateral (select coalesce(sum(balance), 0) as held from accounts where id like due.account || ':%') a
        where due.amount <> held`,
  );

// Only the authority can confirm its order, so all references are listed for a person to check.
const legalReferencesOf = (db: Database) =>
  queryRows<LegalReference>(
    db,
    sql`select name as decision, actor, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as at, input->>'legalReference' as reference
        from decision_log where input->>'legalReference' is not null order by seq`,
  );

interface Link {
  seq: bigint;
  hash: string;
}
const genesis: Link = { seq: 0n, hash: noHash };

type Row = typeof transactions.$inferSelect;
type Place = Pick<Row, 'chain' | 'seq'>;

const isSame = (a: Link | undefined, b: Link): boolean => a?.seq === b.seq && a.hash === b.hash;

const placeSql = ({ chain, seq }: Place) => sql`(${chain}::text, ${seq}::bigint)`;

/** Adds the entries of transactions that follow one another in the order of their chains. */
async function withLines(db: Database, page: Row[]) {
  const [first, ...others] = page;
  if (!first) return [];
  const last = others.at(-1) ?? first;
  const lines = await db
    .select()
    .from(entries)
    .where(sql`(${entries.chain}, ${entries.seq}) between ${placeSql(first)} and ${placeSql(last)}`)
    .orderBy(entries.chain, entries.seq, entries.position);
  const linesOf = new Map<string, typeof lines>();
  for (const line of lines) {
    const key = `${line.chain} ${line.seq}`;
    linesOf.set(key, [...(linesOf.get(key) ?? []), line]);
  }
  return page.map((row) => ({ row, lines: linesOf.get(`${row.chain} ${row.seq}`) ?? [] }));
}

type Linked = Awaited<ReturnType<typeof withLines>>[number];

const brokenLink = ({ row, lines }: Linked, last: Link): string | null => {
  const { chain, seq } = row;
  if (seq !== last.seq + 1n) return `the chain ${chain} jumps from transaction ${last.seq} to ${seq}`;
  if (row.previousHash !== last.hash)
    return `transaction ${seq} of ${chain} does not follow transaction ${last.seq}`;
  if (chainHash(row, lines) !== row.hash)
    return `transaction ${seq} of ${chain} was changed after it was posted`;
  return null;
};

const brokenEnd = (chain: string, end: Link, head: Link | undefined): string | null =>
  isSame(head, end)
    ? null
    : `the chain ${chain} ends at transaction ${end.seq}, its head says ${head?.seq ?? 'nothing'}`;

async function headsOf(db: Database): Promise<Map<string, Link>> {
  const heads = await db.select().from(ledgerHeads);
  return new Map(heads.map((head) => [head.chain, head]));
}

/** Follows all chains from their beginnings to their heads; returns the first fault of each. */
async function brokenChains(db: Database): Promise<string[]> {
  const heads = await headsOf(db);
  const faults = new Map<string, string>();
  const ends = new Map<string, Link>();
  const note = (chain: string, fault: string | null) => {
    if (fault && !faults.has(chain)) faults.set(chain, fault);
  };
  let place: Place | undefined = { chain: '', seq: 0n };
  while (place) {
    const page: Row[] = await db
      .select()
      .from(transactions)
      .where(sql`(${transactions.chain}, ${transactions.seq}) > ${placeSql(place)}`)
      .orderBy(asc(transactions.chain), asc(transactions.seq))
      .limit(pageSize);
    for (const one of await withLines(db, page)) {
      const { chain } = one.row;
      note(chain, brokenLink(one, ends.get(chain) ?? genesis));
      ends.set(chain, one.row);
    }
    place = page.at(-1);
  }
  for (const chain of new Set([...heads.keys(), ...ends.keys()])) {
    note(chain, brokenEnd(chain, ends.get(chain) ?? genesis, heads.get(chain)));
  }
  return [...faults.values()];
}

/** A transaction that was noted outside this database: its shop, its number there and its hash. */
interface KnownTransaction {
  shopId: string;
  seq: bigint;
  hash: string;
}

/**
 * Reports the known transactions that are missing or different. A history that was forged whole, cut at its end or
 * replaced by an older one agrees with itself, but not with these.
 */
async function changedSince(db: Database, known: KnownTransaction[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { shopId, seq, hash } of known) {
    const [row] = await db
      .select({ hash: transactions.hash })
      .from(transactions)
      .where(isNumbered({ shopId, seq }));
    const expected = `transaction ${seq} of ${shopId} was expected with the hash ${hash}`;
    if (!row) faults.push(`${expected}, and is missing`);
    else if (row.hash !== hash) faults.push(`${expected}, and has ${row.hash}`);
  }
  return faults;
}

const countOf = async (db: Database, table: 'transactions' | 'entries' | 'accounts'): Promise<number> => {
  const [row] = await queryRows<{ n: string }>(
    db,
    sql`select count(*)::text as n from ${sql.identifier(table)}`,
  );
  return Number(row?.n ?? 0);
};

/** Compares the ledger with itself: sums, balances, running totals, holds and clearing accounts, and its chains. */
export const auditLedger = (db: Database): Promise<string[]> =>
  runChecks(db, [
    findUnbalanced,
    findWrongBalances,
    findWrongReplays,
    findWrongRunningTotals,
    findNegative,
    findWrongHolds,
    findWrongPromotions,
    findWrongClearing,
    findForeign,
    brokenChains,
  ]);

/** What is noted outside the database, and must be in it. */
export interface Known {
  transactions?: KnownTransaction[];
  anchors?: KnownAnchor[];
}

/**
 * Reads the whole ledger and the figures of all shops in one snapshot, and reports what does not add up or differs from
 * what is known of it.
 */
export const audit = (
  db: Database,
  { transactions: known = [], anchors: knownAnchors = [] }: Known = {},
): Promise<AuditReport> =>
  db.transaction(
    async (tx) => {
      // However large the books are, they are read to their end; a pool's limits are for calls.
      await tx.execute(sql`set local statement_timeout = 0`);
      return {
        transactions: await countOf(tx, 'transactions'),
        entries: await countOf(tx, 'entries'),
        accounts: await countOf(tx, 'accounts'),
        legalReferences: await legalReferencesOf(tx),
        findings: [
          ...(await auditLedger(tx)),
          ...(await changedSince(tx, known)),
          ...(await missingAnchors(tx, knownAnchors)),
          ...(await auditAnchors(tx)),
          ...(await auditFigures(tx)),
          ...(await auditStates(tx)),
        ],
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

/** How many chains, those that moved last, each start checks, and how many of the newest transactions of each. */
const newest = { chains: 10, transactions: 200 };

// Compares the account's own balance with its newest entry.
const newestBalancesOf = (db: Database, { chain, seq }: Place) =>
  findingsOf(
    db,
    sql`select 'account ' || a.id || ' holds ' || a.balance::text || ', its newest entry says ' || e.balance_after::text as what
        from (select distinct account from entries where chain = ${chain} and seq >= ${seq}) moved
        join accounts a on a.id = moved.account
        cross join lateral (select balance_after from entries where account = a.id order by seq desc limit 1) e
        where a.balance <> e.balance_after order by a.id limit 50`,
  );

async function brokenTail(db: Database, head: Place & Link): Promise<string[]> {
  const { chain } = head;
  const tail = await db
    .select()
    .from(transactions)
    .where(eq(transactions.chain, chain))
    .orderBy(desc(transactions.seq))
    .limit(newest.transactions);
  const page = await withLines(db, tail.reverse());
  const first = page[0]?.row;
  if (!first) return [brokenEnd(chain, genesis, head)].filter((fault) => fault !== null);
  const isWhole = page.length < newest.transactions;
  let last = isWhole ? genesis : { seq: first.seq - 1n, hash: first.previousHash };
  for (const one of page) {
    const fault = brokenLink(one, last);
    if (fault) return [fault];
    last = one.row;
  }
  const balances = await newestBalancesOf(db, first);
  return [...balances, brokenEnd(chain, last, head)].filter((fault) => fault !== null);
}

/**
 * Reads the newest 200 transactions of the 10 chains that moved last, and their accounts, and reports what does not add
 * up: bounded, so that each start can run it.
 */
export const auditTail = (db: Database): Promise<string[]> =>
  db.transaction(
    async (tx) => {
      const heads = await tx
        .select()
        .from(ledgerHeads)
        .orderBy(desc(ledgerHeads.at), asc(ledgerHeads.chain))
        .limit(newest.chains);
      const faults = [];
      for (const head of heads) faults.push(...(await brokenTail(tx, head)));
      return faults;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
