import { sql } from 'drizzle-orm';
import { type FlowKind, flowKinds } from '../../../contract/flow.ts';
import { orZero } from '../../ledger/amounts.ts';
import { type Database, queryRows } from '../../platform/database/db.ts';
import { entriesOfRefsSql, lanesSql, type Scope } from './flow-scope.ts';

export interface Sums {
  in: bigint;
  out: bigint;
}

/** The sums of one kind on one account, by direction: before the range, and within it. */
export interface LaneSums {
  account: string;
  kind: FlowKind;
  before: Sums;
  within: Sums;
}

interface Ends {
  account: string;
  kind: FlowKind;
  beforeIn: string;
  beforeOut: string;
  allIn: string;
  allOut: string;
}

// The last entry of a lane holds its running totals.
const last = (seq: bigint) => sql`(select kind_in, kind_out from entries
  where account = lane.account and kind = lane.kind and seq <= ${seq}::bigint order by seq desc limit 1)`;

/**
 * Returns the sums of each lane of a scope, read at its two ends. Of references it returns none: their entries are
 * added up by themselves.
 */
export async function laneSumsOf(db: Database, scope: Scope): Promise<LaneSums[]> {
  if (scope.refs) return [];
  const lanes = scope.lanes.flatMap(({ account, kind }) =>
    (kind === null ? flowKinds : [kind]).map((one) => ({ account, kind: one })),
  );
  const endRows = await queryRows<Ends>(
    db,
    sql`select lane.account, lane.kind, coalesce(b.kind_in, 0)::text as "beforeIn",
          coalesce(b.kind_out, 0)::text as "beforeOut", e.kind_in::text as "allIn", e.kind_out::text as "allOut"
        from ${lanesSql(lanes)} cross join lateral ${last(scope.upTo)} e
          left join lateral ${last(scope.after)} b on true`,
  );
  return endRows.map(({ account, kind, ...ends }) => {
    const before = { in: BigInt(ends.beforeIn), out: BigInt(ends.beforeOut) };
    const within = { in: BigInt(ends.allIn) - before.in, out: BigInt(ends.allOut) - before.out };
    return { account, kind, before, within };
  });
}

/** Returns the scope with only those lanes that have entries of the wanted direction; the others need no search. */
export const withoutEmptyLanes = (scope: Scope, sums: LaneSums[]): Scope => {
  const { direction } = scope;
  if (scope.refs || scope.lanes.every(({ kind }) => kind === null)) return scope;
  const lanes = sums.filter(({ within }) =>
    direction === undefined ? within.in + within.out > 0n : within[direction] > 0n,
  );
  return { ...scope, lanes };
};

const sumsOfRefs = async (db: Database, scope: Scope, seq: bigint): Promise<Sums> => {
  if (seq === 0n) return { in: 0n, out: 0n };
  const [row] = await queryRows<{ in: string; out: string }>(
    db,
    sql`select coalesce(sum(greatest(moved.amount, 0)), 0)::text as in,
          coalesce(sum(greatest(-moved.amount, 0)), 0)::text as out
        from (select sum(e.amount) as amount from ${entriesOfRefsSql({ ...scope, direction: undefined })}
          and e.seq <= ${seq}::bigint group by ${hasSeveralAccounts(scope) ? sql`e.seq` : sql`e.seq, e.position`}) moved`,
  );
  return { in: BigInt(row?.in ?? 0), out: BigInt(row?.out ?? 0) };
};

const total = (list: Sums[]): Sums => ({
  in: list.reduce((sum, one) => sum + one.in, 0n),
  out: list.reduce((sum, one) => sum + one.out, 0n),
});

const endsOf = async (
  db: Database,
  scope: Scope,
  sums: LaneSums[],
): Promise<[before: Sums, within: Sums]> => {
  if (!scope.refs && hasSeveralAccounts(scope))
    return [total(withoutInternalMoves(sums, 'before')), total(withoutInternalMoves(sums, 'within'))];
  if (!scope.refs) return [total(sums.map(({ before }) => before)), total(sums.map(({ within }) => within))];
  const [before, all] = [await sumsOfRefs(db, scope, scope.after), await sumsOfRefs(db, scope, scope.upTo)];
  return [before, { in: all.in - before.in, out: all.out - before.out }];
};

// Kinds that move money between the merchant's own accounts, or from and to outside in one direction only.
const internalKinds: readonly FlowKind[] = [
  'withdraw',
  'withdraw_return',
  'release',
  'deposit',
  'deposit_return',
  'hold',
  'hold_release',
];

const net = (sums: Sums): Sums => ({
  in: orZero(sums.in - sums.out),
  out: orZero(sums.out - sums.in),
});

/**
 * Leaves out moves between the merchant's own accounts, which are neither income nor expense when several accounts are
 * summed.
 */
const withoutInternalMoves = (lanes: LaneSums[], part: 'before' | 'within'): Sums[] =>
  flowKinds.map((kind) => {
    const sums = total(lanes.filter((lane) => lane.kind === kind).map((lane) => lane[part]));
    return internalKinds.includes(kind) ? net(sums) : sums;
  });

const hasSeveralAccounts = ({ lanes }: Scope) => new Set(lanes.map(({ account }) => account)).size > 1;

/** Returns the sums of matching entries: before the range, and within it by direction. */
export async function sumsOf(
  db: Database,
  scope: Scope,
  lanes: LaneSums[],
): Promise<Sums & { opening: bigint }> {
  const [before, within] = await endsOf(db, scope, lanes);
  const only = (direction: 'in' | 'out', sum: bigint) =>
    (scope.direction ?? direction) === direction ? sum : 0n;
  return {
    opening: only('in', before.in) - only('out', before.out),
    in: only('in', within.in),
    out: only('out', within.out),
  };
}
