import { sql } from 'drizzle-orm';
import { type FlowKind, flowKinds } from '../../contract/flow.ts';
import { type Database, rows } from '../database/db.ts';
import { lanesSql, namedSql, type Scope } from './flow-scope.ts';

export interface Sums {
  in: bigint;
  out: bigint;
}

/** One kind on one account: what of it came and went before the stretch, and within it. */
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

// The last entry of a lane says what had come and gone by then.
const last = (seq: bigint) => sql`(select kind_in, kind_out from entries
  where account = lane.account and kind = lane.kind and seq <= ${seq}::bigint order by seq desc limit 1)`;

/** What each lane of a scope comes to, read at its two ends. */
export async function laneSumsOf(db: Database, scope: Scope): Promise<LaneSums[]> {
  const lanes = scope.lanes.flatMap(({ account, kind }) =>
    (kind === null ? flowKinds : [kind]).map((one) => ({ account, kind: one })),
  );
  const found = await rows<Ends>(
    db,
    sql`select lane.account, lane.kind, coalesce(b.kind_in, 0)::text as "beforeIn",
          coalesce(b.kind_out, 0)::text as "beforeOut", e.kind_in::text as "allIn", e.kind_out::text as "allOut"
        from ${lanesSql(lanes)} cross join lateral ${last(scope.upto)} e
          left join lateral ${last(scope.after)} b on true`,
  );
  return found.map(({ account, kind, ...ends }) => {
    const before = { in: BigInt(ends.beforeIn), out: BigInt(ends.beforeOut) };
    const within = { in: BigInt(ends.allIn) - before.in, out: BigInt(ends.allOut) - before.out };
    return { account, kind, before, within };
  });
}

/** The lanes of a scope in which something went the way that is asked for: the others are not searched. */
export const narrowed = (scope: Scope, sums: LaneSums[]): Scope => {
  const { direction } = scope;
  if (scope.lanes.every(({ kind }) => kind === null)) return scope;
  const lanes = sums.filter(({ within }) =>
    direction === undefined ? within.in + within.out > 0n : within[direction] > 0n,
  );
  return { ...scope, lanes };
};

const ofNamed = async (db: Database, scope: Scope, seq: bigint): Promise<Sums> => {
  const [row] = await rows<{ in: string; out: string }>(
    db,
    sql`select coalesce(sum(greatest(e.amount, 0)), 0)::text as in, coalesce(sum(greatest(-e.amount, 0)), 0)::text as out
        from ${namedSql(scope)} and e.seq <= ${seq}::bigint`,
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
  if (!scope.refs) return [total(sums.map(({ before }) => before)), total(sums.map(({ within }) => within))];
  const [before, all] = [await ofNamed(db, scope, scope.after), await ofNamed(db, scope, scope.upto)];
  return [before, { in: all.in - before.in, out: all.out - before.out }];
};

/** What matching entries come to: before the stretch, and within it by direction. */
export async function sumsOf(
  db: Database,
  scope: Scope,
  lanes: LaneSums[],
): Promise<Sums & { opening: bigint }> {
  const [before, within] = await endsOf(db, scope, lanes);
  const only = (way: 'in' | 'out', sum: bigint) => ((scope.direction ?? way) === way ? sum : 0n);
  return {
    opening: only('in', before.in) - only('out', before.out),
    in: only('in', within.in),
    out: only('out', within.out),
  };
}
