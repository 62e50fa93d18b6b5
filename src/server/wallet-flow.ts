import { and, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Output, Parsed } from '../contract/calls.ts';
import { type FlowAccount, type FlowKind, flowAccounts } from '../contract/flow.ts';
import { formatMoney } from '../contract/money.ts';
import type { Database } from './db.ts';
import { behind, cut, inOrder, type Keyset, keyText } from './page.ts';
import { reasonText } from './reason-text.ts';
import { entries, transactions } from './schema/ledger.ts';
import { shopOf } from './shop-row.ts';
import { memosOf } from './wallet-flow/flow-memos.ts';
import { type Refs, refsNamed, refsOf, refTypes } from './wallet-flow/flow-refs.ts';
import { daySpan } from './zone.ts';

export type Query = Parsed<'POST /v1/user/wallet_flow'>;
type Flow = Output<'POST /v1/user/wallet_flow'>;
export type FlowRow = Flow['list'][number];

export interface Asking {
  db: Database;
  lang: string;
  shopId: string;
  now: Date;
}

// The ledger's own order, newest first: balances run along it. A transaction has far fewer than 99 entries.
const keyset: Keyset = {
  key: sql`(${entries.seq} * 100 + ${entries.position})`,
  id: sql`${entries.account}`,
  type: 'bigint',
  direction: 'down',
};

async function matching(db: Database, query: Query, shopId: string): Promise<SQL | undefined> {
  const { account, direction, kinds, refNo } = query;
  const names = (account === undefined ? flowAccounts : [account]).map((name) => `M.${name}:${shopId}`);
  return and(
    inArray(entries.account, names),
    direction === undefined
      ? undefined
      : direction === 'in'
        ? gt(entries.amount, 0n)
        : lt(entries.amount, 0n),
    kinds && kinds.length > 0 ? inArray(transactions.kind, kinds) : undefined,
    refNo ? inArray(transactions.ref, await refsNamed(db, shopId, refNo)) : undefined,
  );
}

const selected = (db: Database) =>
  db
    .select({
      key: keyText(keyset),
      id: sql<string>`${entries.account}`,
      entry: entries,
      transaction: transactions,
    })
    .from(entries)
    .innerJoin(transactions, eq(transactions.seq, entries.seq))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selected>>[number];

function rowOf({ entry, transaction }: Row, refs: Refs, lang: string): FlowRow {
  const kind = transaction.kind as FlowKind;
  const account = entry.account.slice('M.'.length, entry.account.indexOf(':')) as FlowAccount;
  const recharge = refs.recharges.get(transaction.ref) ?? null;
  const withdrawal = refs.withdrawals.get(transaction.ref) ?? null;
  const own = recharge?.reason ?? withdrawal?.reason ?? null;
  return {
    id: `${entry.seq}-${entry.position}`,
    at: transaction.at.toISOString(),
    kind,
    direction: entry.amount > 0n ? 'in' : 'out',
    amount: formatMoney(entry.amount > 0n ? entry.amount : -entry.amount),
    account,
    balanceAfter: formatMoney(entry.balanceAfter),
    refType: refTypes[kind] ?? null,
    refNo: refs.noOf(transaction.ref),
    reason: own ?? (transaction.reason && reasonText(lang, transaction.reason)),
    // The row that a withdrawal begins with says what became of it; all others are what they are.
    status: kind === 'withdraw' && account === 'available' && withdrawal ? withdrawal.status : 'completed',
    ...{ recharge, withdrawal },
  };
}

/** What matching rows come to: before the span, and within it by direction. */
async function sumsOf(db: Database, where: SQL | undefined, from: Date | undefined, to: Date | undefined) {
  const since = from ? sql`${transactions.at} >= ${from.toISOString()}::timestamptz` : sql`true`;
  const sum = (condition: SQL) =>
    sql<string>`coalesce(sum(${entries.amount}) filter (where ${condition}), 0)::text`;
  const [row] = await db
    .select({
      opening: sum(sql`not (${since})`),
      in: sum(sql`${since} and ${entries.amount} > 0`),
      out: sum(sql`${since} and ${entries.amount} < 0`),
    })
    .from(entries)
    .innerJoin(transactions, eq(transactions.seq, entries.seq))
    .where(and(where, to && lt(transactions.at, to)));
  return { opening: BigInt(row?.opening ?? 0), in: BigInt(row?.in ?? 0), out: BigInt(row?.out ?? 0) };
}

const newestFirst = (a: { key: string }, b: { key: string }): number => {
  const [left, right] = [BigInt(a.key), BigInt(b.key)];
  if (left === right) return 0;
  return left < right ? 1 : -1;
};

/**
 * The rows of a shop's accounts with the balance after each, and in their places the recharges that have moved nothing
 * yet. `opening` is what the matching rows before the span come to: without filters, the balance at its start; so
 * opening + in − out = closing, whatever is asked for.
 */
export async function walletFlow({ db, lang, shopId, now }: Asking, query: Query): Promise<Flow> {
  const shop = await shopOf(db, shopId);
  const span = daySpan(shop.timeZone, query.from, query.to);
  const { from, to } = span;
  const where = await matching(db, query, shop.id);
  const found = await selected(db)
    .where(
      and(
        where,
        from && gte(transactions.at, from),
        to && lt(transactions.at, to),
        behind(keyset, query.cursor),
      ),
    )
    .orderBy(...inOrder(keyset))
    .limit(query.limit + 1);
  const reading = { db, lang, now, shop };
  const refs = await refsOf(
    reading,
    found.map(({ transaction }) => transaction),
  );
  const moved = found.map((one) => ({ key: one.key, id: one.id, row: rowOf(one, refs, lang) }));
  const memos = await memosOf({ ...reading, span }, query);
  const { page, nextCursor } = cut([...moved, ...memos].sort(newestFirst), query.limit);
  const sums = await sumsOf(db, where, from, to);
  return {
    list: page.map(({ row }) => row),
    nextCursor,
    currency: shop.currency,
    timeZone: shop.timeZone,
    totals: { in: formatMoney(sums.in), out: formatMoney(-sums.out) },
    opening: formatMoney(sums.opening),
    closing: formatMoney(sums.opening + sums.in + sums.out),
    fileUrl: null,
  };
}
