import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { count, currency, day, signedAmount, time, timeZone } from './fields.ts';
import { problemMessage } from './messages.ts';

/** The figures that can be drawn over time. */
const metrics = ['clicks', 'purchaseCost', 'profit'] as const;
/** Periods of the shop's own days; weeks start on Monday. */
export const periods = ['today', 'week', 'month'] as const;

/**
 * Profit is split: settled is the merchant's, estimated is what open orders would bring. Clicks are null where the shop front
 * has reported none of that time.
 */
const figures = {
  clicks: v.nullable(count),
  orders: count,
  purchaseCost: signedAmount,
  profitSettled: signedAmount,
  profitEstimated: signedAmount,
};
/** The figures of a period so far, and of the whole period before. */
const periodStat = v.object({ from: time, to: time, ...figures, previous: v.object(figures) });

/** The home indicators, all counted at `asOf`. */
export const homeStat = v.object({
  asOf: time,
  timeZone,
  currency,
  today: periodStat,
  week: periodStat,
  month: periodStat,
});

/** A count or an amount as decimal text; for profit, `estimated` is the part that is not settled. */
const decimal = v.pipe(v.string(), v.regex(/^-?\d+(\.\d{1,6})?$/));
/** A figure at the start of its hour or day; null for clicks that were not reported, or only of a whole day. */
const point = v.object({ t: time, value: v.nullable(decimal), estimated: v.nullable(decimal) });

/** One figure over a period, point by point. */
export const statLine = v.object({
  asOf: time,
  metric: v.picklist(metrics),
  timeZone,
  currency,
  /** The length of one point. */
  unit: v.picklist(['hour', 'day']),
  points: v.array(point),
  /**
   * The period before, for comparison; as long as the whole period, not only its elapsed part. Empty where the shop did not
   * exist for all of it.
   */
  previous: v.array(point),
  /** The total less what the period before had come to by then; null where that is not known. */
  change: v.nullable(decimal),
  /** Equal to the figure of `home/stat` for the same period, and the sum of the points where each has a value. */
  total: v.nullable(decimal),
  totalEstimated: v.nullable(decimal),
});

/** The most days that figures are asked for by. */
const MAX_DAYS = 366;

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns the number of days from first to last, both included; a named period is always within bounds. */
function countDays({ from, to }: Days): number {
  if (!from || !to) return 1;
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

/** Checks that two days are not too far apart. */
export const atMostMaxDays = <Input extends Days>() =>
  v.check<Input, string>((input) => countDays(input) <= MAX_DAYS, problemMessage('max_days', MAX_DAYS));
/** Checks that the first of two days does not come after the last. */
export const inOrder = <Input extends Days>() =>
  v.check<Input, string>((input) => countDays(input) >= 1, problemMessage('days_order'));

/** Either a named period or two days, both inclusive, at most 366 of them. */
const statLineInput = v.pipe(
  v.object({
    metric: v.picklist(metrics),
    range: v.optional(v.picklist(periods)),
    from: v.optional(day),
    to: v.optional(day),
  }),
  v.forward(
    v.check(
      (input) => Boolean(input.range) !== Boolean(input.from && input.to),
      problemMessage('range_or_days'),
    ),
    ['range'],
  ),
  v.forward(atMostMaxDays(), ['to']),
  v.forward(inOrder(), ['to']),
);

export const statsCalls = {
  'POST /v1/home/stat': {
    about: 'Clicks, orders, purchase cost and profit of today, this week and this month.',
    input: v.object({}),
    output: homeStat,
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/home/stat_line': {
    about: 'One figure over time.',
    input: statLineInput,
    output: statLine,
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
  },
} as const satisfies CallSpecs;
