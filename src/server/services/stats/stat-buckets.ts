import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/db.ts';
import { dayLabel } from '../../platform/zone.ts';
import { foldLongTail } from '../../shops/figures/fold-deltas.ts';

/** The home indicators of a span of time. */
export interface Figures {
  /** Null where no report counts them. */
  clicks: number | null;
  orders: number;
  purchaseCost: bigint;
  profitSettled: bigint;
  /** The profit of orders paid within the span that are neither settled nor ended. */
  profitEstimated: bigint;
}

/** The figures of the span that begins then. */
export interface Bucket extends Figures {
  at: Date;
}

/** Figures are asked for by spans of time: hours, or spans of whole days of the shop. */
export interface Spans {
  unit: 'hour' | 'day';
  timeZone: string;
  /** The moments at which a span begins and the one before ends, in order. */
  starts: Date[];
  /** The end of the last span. */
  end: Date;
}

const list = (values: SQL[]): SQL => sql`array[${sql.join(values, sql`, `)}]`;
const moment = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

// Hours are added up from quarter hours and all longer spans from days: a year has 366 of them.
function foldedSql(shopId: string, { unit, timeZone, starts, end }: Spans, first: Date): SQL {
  if (unit === 'hour')
    return sql`select width_bucket(at, ${list(starts.map(moment))}) as span, clicks, reports, placed, purchase, settled, estimated
      from shop_figures where shop_id = ${shopId} and at >= ${moment(first)} and at < ${moment(end)}`;
  const day = (at: Date) => sql`${dayLabel(timeZone, at)}::date`;
  return sql`select width_bucket(day, ${list(starts.map(day))}) as span, clicks, reports, placed, purchase, settled, estimated
    from shop_days where shop_id = ${shopId} and day >= ${day(first)} and day < ${day(end)}`;
}

const deltaOf = (name: string): SQL => sql.raw(`case when name = '${name}' then value else 0 end`);

/** Returns one set of figures for each span: what is folded, and the changes that are not folded yet. */
export async function bucketsOf(db: Database, shopId: string, spans: Spans): Promise<Bucket[]> {
  const { starts, end } = spans;
  const [first] = starts;
  if (!first) return [];
  await foldLongTail(db, shopId);
  const sums = await queryRows<
    Record<'span' | 'clicks' | 'reports' | 'placed' | 'purchase' | 'settled' | 'estimated', string>
  >(
    db,
    sql`select span, sum(clicks)::text as clicks, sum(reports)::text as reports, sum(placed)::text as placed, sum(purchase)::text as purchase,
          sum(settled)::text as settled, sum(estimated)::text as estimated
        from (
          ${foldedSql(shopId, spans, first)}
          union all
          select width_bucket(at, ${list(starts.map(moment))}), ${deltaOf('clicks')}, ${deltaOf('reports')}, ${deltaOf('placed')},
            ${deltaOf('purchase')}, ${deltaOf('settled')}, ${deltaOf('estimated')}
          from shop_deltas where shop_id = ${shopId} and at >= ${moment(first)} and at < ${moment(end)}
        ) figures group by span`,
  );
  const bySpan = new Map(sums.map((row) => [Number(row.span), row]));
  return starts.map((at, index) => {
    const row = bySpan.get(index + 1);
    return {
      at,
      clicks: Number(row?.reports ?? 0) > 0 ? Number(row?.clicks) : null,
      orders: Number(row?.placed ?? 0),
      purchaseCost: BigInt(row?.purchase ?? 0),
      profitSettled: BigInt(row?.settled ?? 0),
      profitEstimated: BigInt(row?.estimated ?? 0),
    };
  });
}
