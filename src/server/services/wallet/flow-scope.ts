import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Output, Parsed } from '../../../contract/calls.ts';
import { type FlowKind, flowAccounts, flowKinds } from '../../../contract/flow.ts';
import { accountNameOf } from '../../ledger/account-names.ts';
import { lastSeq } from '../../ledger/ledger.ts';
import { type Database, sqlList } from '../../platform/database/db.ts';
import { daySpan } from '../../platform/zone.ts';
import { transactions } from '../../schema/ledger.ts';
import { refsNamed } from './flow-refs.ts';

export type Query = Parsed<'POST /v1/user/wallet_flow'>;
export type FlowRow = Output<'POST /v1/user/wallet_flow'>['list'][number];

/**
 * The part of the ledger that is asked for. A lane is an account, or one kind on it: its entries are adjacent in an
 * index, so that a page and a sum cost the same however many there are.
 */
export interface Scope {
  shopId: string;
  lanes: { account: string; kind: FlowKind | null }[];
  direction: 'in' | 'out' | undefined;
  /** A range of the shop's chain: behind `after`, up to `upTo`. Rows and sums cover the same range. */
  after: bigint;
  upTo: bigint;
  /** The references that a number may mean; null without one. */
  refs: string[] | null;
}

// Days are cut at the position of the chain at the time. Entries of two processes may differ from it by moments, but
// each is in exactly one day.
const lastSeqBefore = async (db: Database, shopId: string, at: Date): Promise<bigint> => {
  const [row] = await db
    .select({ seq: transactions.seq })
    .from(transactions)
    .where(and(eq(transactions.shopId, shopId), lt(transactions.at, at)))
    .orderBy(desc(transactions.at), desc(transactions.seq))
    .limit(1);
  return row?.seq ?? 0n;
};

// Within a kind nearly all entries of an account have one direction: lanes of the other one are left out instead of
// searched.
const kindsOf = ({ kinds, direction }: Query): readonly (FlowKind | null)[] => {
  if (kinds && kinds.length > 0) return [...new Set(kinds)];
  return direction === undefined ? [null] : flowKinds;
};

export async function scopeOf(
  db: Database,
  shop: { id: string; timeZone: string },
  query: Query,
): Promise<Scope> {
  const { account, direction, from, to, refNo } = query;
  const span = daySpan(shop.timeZone, from, to);
  const after = span.from ? await lastSeqBefore(db, shop.id, span.from) : 0n;
  const end = span.to ? await lastSeqBefore(db, shop.id, span.to) : await lastSeq(db, shop.id);
  const names = account === undefined ? flowAccounts : [account];
  return {
    shopId: shop.id,
    lanes: names.flatMap((name) =>
      kindsOf(query).map((kind) => ({ account: accountNameOf(name, shop.id), kind })),
    ),
    direction,
    after,
    // A span that ends before it begins is empty.
    upTo: end > after ? end : after,
    refs: refNo ? await refsNamed(db, shop.id, refNo) : null,
  };
}

/** Returns the lanes as rows that a statement can join. */
export const lanesSql = (lanes: { account: string; kind: string | null }[]): SQL => {
  const all = lanes.map(({ account, kind }) => sql`(${account}::text, ${kind}::text)`);
  return sql`(values ${sql.join(all, sql`, `)}) as lane(account, kind)`;
};

/** Returns the condition of a direction, for an amount. */
export const directionSql = (direction: Scope['direction']): SQL => {
  if (direction === undefined) return sql`true`;
  return direction === 'in' ? sql`e.amount > 0` : sql`e.amount < 0`;
};

/** Returns FROM and WHERE of the entries of a few references, which an index finds by them; goes on with `and`. */
export const entriesOfRefsSql = ({ shopId, lanes, refs, direction }: Scope): SQL => {
  const accounts = [...new Set(lanes.map(({ account }) => account))];
  const kinds = [...new Set(lanes.map(({ kind }) => kind).filter((kind) => kind !== null))];
  const ofKinds = kinds.length > 0 ? sql`t.kind in (${sqlList(kinds)})` : sql`true`;
  return sql`transactions t join entries e on e.chain = t.chain and e.seq = t.seq
    where t.chain = ${shopId} and ${ofKinds} and t.ref in (${sqlList(refs ?? [])})
      and e.account in (${sqlList(accounts)}) and ${directionSql(direction)}`;
};
