import type { Output, Parsed } from '../../../contract/calls.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import { minute } from '../../platform/clock.ts';
import type { Handlers } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import {
  daySpan,
  daysBetween,
  hoursBetween,
  startOfDay,
  startOfMonth,
  startOfWeek,
} from '../../platform/zone.ts';
import { daysWithoutHours } from '../../shops/figures/traffic-report.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { type Bucket, bucketsOf, type Figures } from './stat-buckets.ts';

type Range = 'today' | 'week' | 'month';
type Line = Output<'POST /v1/home/stat_line'>;
interface Span {
  from: Date;
  to: Date;
}

/** Returns a period by the shop's own days, `back` periods ago; weeks start on Monday. */
function spanOf(range: Range, timeZone: string, now: Date, back = 0): Span {
  const start = { today: startOfDay, week: startOfWeek, month: startOfMonth }[range];
  return { from: start(timeZone, now, -back), to: start(timeZone, now, 1 - back) };
}

const figures = ({ clicks, orders, purchaseCost, profitSettled, profitEstimated }: Figures) => ({
  clicks,
  orders,
  purchaseCost: formatMoney(purchaseCost),
  profitSettled: formatMoney(profitSettled),
  profitEstimated: formatMoney(profitEstimated),
});

const nothing: Figures = {
  clicks: null,
  orders: 0,
  purchaseCost: 0n,
  profitSettled: 0n,
  profitEstimated: 0n,
};

const sumOf = (buckets: Figures[]): Figures =>
  buckets.reduce(
    (sum, bucket) => ({
      clicks: bucket.clicks === null ? sum.clicks : (sum.clicks ?? 0) + bucket.clicks,
      orders: sum.orders + bucket.orders,
      purchaseCost: sum.purchaseCost + bucket.purchaseCost,
      profitSettled: sum.profitSettled + bucket.profitSettled,
      profitEstimated: sum.profitEstimated + bucket.profitEstimated,
    }),
    nothing,
  );

const within = (buckets: Bucket[], { from, to }: Span): Bucket[] =>
  buckets.filter(({ at }) => at >= from && at < to);

type Input = Parsed<'POST /v1/home/stat_line'>;

/** A span, and the one that it is compared with, which ends where it begins. */
interface Compared {
  span: Span;
  before: Span;
}

const compare = (range: Range, timeZone: string, now: Date): Compared => ({
  span: spanOf(range, timeZone, now),
  before: spanOf(range, timeZone, now, 1),
});

function spansOf(input: Input, timeZone: string, now: Date): Compared {
  if (input.range) return compare(input.range, timeZone, now);
  const { from = now, to = now } = daySpan(timeZone, input.from, input.to);
  const days = daysBetween(timeZone, from, to).length;
  return { span: { from, to }, before: { from: startOfDay(timeZone, from, -days), to: from } };
}

type Point = Line['points'][number];

const pointOf = (figure: Figures & { at: Date }, metric: Input['metric']): Point => {
  const t = figure.at.toISOString();
  if (metric === 'clicks') return { t, value: figure.clicks?.toString() ?? null, estimated: null };
  if (metric === 'purchaseCost') return { t, value: formatMoney(figure.purchaseCost), estimated: null };
  return { t, value: formatMoney(figure.profitSettled), estimated: formatMoney(figure.profitEstimated) };
};

/** Returns an amount, or a count, less another one; null where one of them is not known. */
function difference(value: string | null, other: string | null, metric: Input['metric']): string | null {
  if (value === null || other === null) return null;
  if (metric === 'clicks') return String(Number(value) - Number(other));
  return formatMoney(parseMoney(value) - parseMoney(other));
}

const quarter = 15 * minute;

interface Elapsed {
  timeZone: string;
  now: Date;
  /** The hours or days of a period that have begun, and all those of the one before. */
  begun: Bucket[];
  previous: Bucket[];
}

/** Returns what a period had come to when as much of it had passed as has of the one after it, to the last full quarter hour. */
async function figuresByThen(db: Database, shopId: string, elapsed: Elapsed): Promise<Figures> {
  const { timeZone, now, begun, previous } = elapsed;
  const whole = previous.slice(0, begun.length);
  const [last, counterpart] = [begun.at(-1), previous[begun.length - 1]];
  if (!last || !counterpart) return sumOf(whole);
  const passed = now.getTime() - last.at.getTime();
  const end = new Date(counterpart.at.getTime() + passed - (passed % quarter));
  const next = previous[begun.length]?.at ?? begun[0]?.at;
  if (next && end >= next) return sumOf(whole);
  // Days are kept as sums, so that the part of one is added up from its quarter hours.
  const part = await bucketsOf(db, shopId, { unit: 'hour', timeZone, starts: [counterpart.at], end });
  return sumOf([...whole.slice(0, -1), ...part]);
}

export const statsHandlers = {
  'POST /v1/home/stat': async ({ db, clock, caller }) => {
    const { id, timeZone, currency } = await shopOf(db, caller.shopId);
    const now = clock.now();
    const today = compare('today', timeZone, now);
    const week = compare('week', timeZone, now);
    const month = compare('month', timeZone, now);
    // The periods overlap: what lies between any two of their ends is read once, and added up for each of them.
    const ends = [today, week, month].flatMap(({ span, before }) => [before.from, span.from, span.to]);
    const moments = [...new Set(ends.map(Number))].sort((one, other) => one - other);
    const starts = moments.slice(0, -1).map((at) => new Date(at));
    const end = new Date(moments.at(-1) ?? now);
    const buckets = await bucketsOf(db, id, { unit: 'day', timeZone, starts, end });
    const period = ({ span, before }: Compared) => ({
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      ...figures(sumOf(within(buckets, span))),
      previous: figures(sumOf(within(buckets, before))),
    });
    return {
      asOf: now.toISOString(),
      timeZone,
      currency,
      today: period(today),
      week: period(week),
      month: period(month),
    };
  },

  'POST /v1/home/stat_line': async ({ db, clock, caller }, input) => {
    const { id, timeZone, currency, createdAt } = await shopOf(db, caller.shopId);
    const now = clock.now();
    const { span, before } = spansOf(input, timeZone, now);
    const unit = input.range === 'today' ? 'hour' : 'day';
    const starts = [before, span].flatMap(({ from, to }) =>
      unit === 'hour' ? hoursBetween(from, to) : daysBetween(timeZone, from, to),
    );
    const buckets = await bucketsOf(db, id, { unit, timeZone, starts, end: span.to });
    // The future has no figure, not a figure of zero.
    const begun = within(buckets, span).filter(({ at }) => at <= now);
    const previous = createdAt <= before.from ? within(buckets, before) : [];
    const counterpart = unit === 'hour' ? before.from : previous[begun.length - 1]?.at;
    const wholeDays =
      input.metric === 'clicks' ? await daysWithoutHours(db, id, [span.from, counterpart]) : new Set();
    // What was reported of a whole day belongs to none of its hours.
    const drawn = (list: Bucket[], { from }: Span) =>
      list.map((bucket) => {
        const isPart = unit === 'hour' && wholeDays.has(from.getTime());
        return pointOf(isPart ? { ...bucket, clicks: null } : bucket, input.metric);
      });
    const totalOf = (sum: Figures) => pointOf({ at: span.from, ...sum }, input.metric);
    const total = totalOf(sumOf(within(buckets, span)));
    const byThen = totalOf(await figuresByThen(db, id, { timeZone, now, begun, previous }));
    const isComparable = previous.length > 0 && !wholeDays.has(counterpart?.getTime());
    return {
      asOf: now.toISOString(),
      metric: input.metric,
      timeZone,
      currency,
      unit,
      points: drawn(begun, span),
      previous: drawn(previous, before),
      change: isComparable ? difference(total.value, byThen.value, input.metric) : null,
      total: total.value,
      totalEstimated: total.estimated,
    };
  },
} satisfies Partial<Handlers>;
