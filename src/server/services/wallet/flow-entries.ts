import { and, inArray, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/db.ts';
import { afterCursor, decodeCursor, encodeCursor, type Keyset } from '../../platform/keyset.ts';
import { entries, isOfEntry, transactions } from '../../schema/ledger.ts';
import { directionSql, entriesOfRefsSql, lanesSql, type Scope } from './flow-scope.ts';

// The ledger's own order, along which balances run. A transaction has far fewer than 99 entries.
const keysetOf = (direction: Keyset['direction']): Keyset => ({
  key: sql`(e.seq * 100 + e.position)`,
  id: sql`e.account`,
  type: 'bigint',
  direction,
});

export interface Slice {
  order: Keyset['direction'];
  cursor: string | undefined;
  limit: number;
}

interface Found {
  chain: string;
  seq: string;
  position: number;
}

// The cursor's transaction bounds the search in the index; the keyset then orders the entries of that transaction.
const search = (scope: Scope, { order, cursor, limit }: Slice) => {
  const keyset = keysetOf(order);
  const at = cursor ? BigInt(decodeCursor(cursor, 'bigint')[0]) / 100n : null;
  const upTo = order === 'desc' && at !== null && at < scope.upTo ? at : scope.upTo;
  const from = order === 'asc' && at !== null && at > scope.after ? at : scope.after + 1n;
  const stretch = sql`e.seq between ${from}::bigint and ${upTo}::bigint and ${afterCursor(keyset, cursor) ?? sql`true`}`;
  const orderSql = sql.raw(order);
  const last = sql`order by e.seq ${orderSql}, e.position ${orderSql} limit ${limit}`;
  if (scope.refs)
    return sql`select e.chain, e.seq::text, e.position from ${entriesOfRefsSql(scope)} and ${stretch} ${last}`;
  const kind = scope.lanes.some((lane) => lane.kind !== null) ? sql`and e.kind = lane.kind` : sql``;
  return sql`select e.chain, e.seq::text, e.position from ${lanesSql(scope.lanes)} cross join lateral (
    select e.chain, e.seq, e.position from entries e
    where e.account = lane.account ${kind} and ${stretch} and ${directionSql(scope.direction)}
    order by e.seq ${orderSql} limit ${limit}) e ${last}`;
};

const entryKey = ({ chain, seq, position }: { chain: string; seq: bigint | string; position: number }) =>
  `${chain}-${seq}-${position}`;

/** Returns entries of a scope with their transactions, in the ledger's order, as many as fit a page. */
export async function findEntries(db: Database, scope: Scope, slice: Slice) {
  if (scope.lanes.length === 0) return [];
  const wanted = await queryRows<Found>(db, search(scope, slice));
  if (wanted.length === 0) return [];
  const place = new Map(wanted.map((one, index) => [entryKey(one), index]));
  const chains = [...new Set(wanted.map(({ chain }) => chain))];
  const seqs = [...new Set(wanted.map(({ seq }) => BigInt(seq)))];
  const entryRows = await db
    .select({ entry: entries, transaction: transactions })
    .from(entries)
    .innerJoin(transactions, isOfEntry)
    // Not by account too: the planner might then read all entries of the account to find these among them.
    .where(and(inArray(entries.chain, chains), inArray(entries.seq, seqs)));
  return entryRows
    .filter(({ entry }) => place.has(entryKey(entry)))
    .sort((a, b) => (place.get(entryKey(a.entry)) ?? 0) - (place.get(entryKey(b.entry)) ?? 0));
}

export type FoundEntry = Awaited<ReturnType<typeof findEntries>>[number];

/** Returns an entry's position in the order, as cursors write it. */
export const placeOf = ({ entry }: FoundEntry) => ({
  key: String(entry.seq * 100n + BigInt(entry.position)),
  id: entry.account,
});

export const cursorOf = (one: FoundEntry): string => {
  const { key, id } = placeOf(one);
  return encodeCursor(key, id);
};
