import { and, eq, gt, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Output, Parsed } from '../contract/calls.ts';
import { type FlowAccount, type FlowKind, flowAccounts } from '../contract/flow.ts';
import { formatMoney } from '../contract/money.ts';
import type { Database } from './db.ts';
import { behind, cut, inOrder, type Keyset, keyText } from './page.ts';
import { reasonText } from './reason-text.ts';
import { entries, transactions } from './schema/ledger.ts';
import { orders } from './schema/orders.ts';
import { shopOf } from './shop-row.ts';
import { daySpan } from './zone.ts';

export type Query = Parsed<'POST /v1/user/wallet_flow'>;
type Flow = Output<'POST /v1/user/wallet_flow'>;

export interface Asking {
  db: Database;
  lang: string;
  shopId: string;
}

// The ledger's own order, newest first: balances run along it. A transaction has far fewer than 100 entries.
const keyset: Keyset = {
  key: sql`(${entries.seq} * 100 + ${entries.position})`,
  id: sql`${entries.account}`,
  type: 'bigint',
  direction: 'down',
};

const refTypes: Partial<Record<FlowKind, string>> = {
  ...{ order_pay: 'order', order_refund: 'order', settlement: 'order', release: 'order' },
  ...{ recharge: 'recharge', hold: 'hold', hold_release: 'hold' },
};

function matching(query: Query, shopId: string): SQL | undefined {
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
    refNo ? or(eq(orders.no, refNo), eq(transactions.ref, refNo)) : undefined,
  );
}

const selected = (db: Database) =>
  db
    .select({
      key: keyText(keyset),
      id: sql<string>`${entries.account}`,
      entry: entries,
      transaction: transactions,
      orderNo: orders.no,
    })
    .from(entries)
    .innerJoin(transactions, eq(transactions.seq, entries.seq))
    .leftJoin(orders, and(eq(orders.id, transactions.ref), eq(orders.shopId, transactions.shopId)))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selected>>[number];

function rowOf({ entry, transaction, orderNo }: Row, lang: string): Flow['list'][number] {
  const kind = transaction.kind as FlowKind;
  return {
    id: `${entry.seq}-${entry.position}`,
    at: transaction.at.toISOString(),
    kind,
    direction: entry.amount > 0n ? 'in' : 'out',
    amount: formatMoney(entry.amount > 0n ? entry.amount : -entry.amount),
    account: entry.account.slice('M.'.length, entry.account.indexOf(':')) as FlowAccount,
    balanceAfter: formatMoney(entry.balanceAfter),
    refType: refTypes[kind] ?? null,
    refNo: orderNo ?? transaction.ref,
    reason: transaction.reason && reasonText(lang, transaction.reason),
    status: 'completed',
    recharge: null,
    withdrawal: null,
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
    .leftJoin(orders, and(eq(orders.id, transactions.ref), eq(orders.shopId, transactions.shopId)))
    .where(and(where, to && lt(transactions.at, to)));
  return { opening: BigInt(row?.opening ?? 0), in: BigInt(row?.in ?? 0), out: BigInt(row?.out ?? 0) };
}

/**
 * The rows of a shop's accounts with the balance after each. `opening` is what the matching rows before the span
 * come to: without filters, the balance at its start; so opening + in − out = closing, whatever is asked for.
 */
export async function walletFlow({ db, lang, shopId }: Asking, query: Query): Promise<Flow> {
  const shop = await shopOf(db, shopId);
  const { from, to } = daySpan(shop.timeZone, query.from, query.to);
  const where = matching(query, shop.id);
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
  const { page, nextCursor } = cut(found, query.limit);
  const sums = await sumsOf(db, where, from, to);
  return {
    list: page.map((row) => rowOf(row, lang)),
    nextCursor,
    currency: shop.currency,
    timeZone: shop.timeZone,
    totals: { in: formatMoney(sums.in), out: formatMoney(-sums.out) },
    opening: formatMoney(sums.opening),
    closing: formatMoney(sums.opening + sums.in + sums.out),
    fileUrl: null,
  };
}
