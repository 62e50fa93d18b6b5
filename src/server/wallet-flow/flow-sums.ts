import { sql } from 'drizzle-orm';
import { flowKinds } from '../../contract/flow.ts';
import { type Database, rows } from '../db.ts';
import { lanesSql, namedSql, type Scope } from './flow-scope.ts';

export interface Sums {
  in: bigint;
  out: bigint;
}

// The last entry of each account and kind says what had come and gone by then.
const until = async (db: Database, scope: Scope, seq: bigint): Promise<Sums> => {
  const lanes = scope.lanes.flatMap(({ account, kind }) =>
    (kind === null ? flowKinds : [kind]).map((one) => ({ account, kind: one })),
  );
  const [row] = await rows<{ in: string; out: string }>(
    db,
    sql`select coalesce(sum(e.kind_in), 0)::text as in, coalesce(sum(e.kind_out), 0)::text as out
        from ${lanesSql(lanes)} cross join lateral (
          select kind_in, kind_out from entries
          where account = lane.account and kind = lane.kind and seq <= ${seq}::bigint order by seq desc limit 1) e`,
  );
  return { in: BigInt(row?.in ?? 0), out: BigInt(row?.out ?? 0) };
};

const ofNamed = async (db: Database, scope: Scope, seq: bigint): Promise<Sums> => {
  const [row] = await rows<{ in: string; out: string }>(
    db,
    sql`select coalesce(sum(greatest(e.amount, 0)), 0)::text as in, coalesce(sum(greatest(-e.amount, 0)), 0)::text as out
        from ${namedSql(scope)} and e.seq <= ${seq}::bigint`,
  );
  return { in: BigInt(row?.in ?? 0), out: BigInt(row?.out ?? 0) };
};

/** What matching entries come to: before the stretch, and within it by direction. */
export async function sumsOf(db: Database, scope: Scope): Promise<Sums & { opening: bigint }> {
  const read = scope.refs ? ofNamed : until;
  const [before, all] = [await read(db, scope, scope.after), await read(db, scope, scope.upto)];
  const [paidIn, paidOut] = [scope.direction !== 'out', scope.direction !== 'in'];
  const only = (asked: boolean, sum: bigint) => (asked ? sum : 0n);
  return {
    opening: only(paidIn, before.in) - only(paidOut, before.out),
    in: only(paidIn, all.in - before.in),
    out: only(paidOut, all.out - before.out),
  };
}
