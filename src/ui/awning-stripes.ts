import type { Input, Output } from '../contract/calls.ts';
import { dayName, dayOfMonth, formatMoment, t } from '../lang/first.ts';
import type { Stripe } from './awning-chart.tsx';

type Line = Output<'POST /v1/home/stat_line'>;
type Period = NonNullable<Input<'POST /v1/home/stat_line'>['range']>;

const hour = 3_600_000;
/** The length of a stripe in hours, and how many there are where a server does not say how long the period is. */
const shapes = { today: [3, 8], week: [24, 7], month: [24, 30] } as const;
const nameOf = {
  // The hours of a day, alike in every language.
  today: (at: number) => formatMoment(at, { hour: '2-digit', hourCycle: 'h23' }).replace(/\D/g, ''),
  week: (at: number) => dayName(at, 'narrow'),
  month: dayOfMonth,
};

interface Span {
  from?: string;
  to?: string;
}

/** Returns the stripes of a period, those that are to come with it; of a period that is not known yet only those. */
export function stripesOf(period: Period, line: Partial<Line> = {}, { from, to }: Span = {}): Stripe[] {
  const { points = [] } = line;
  const [hours, usual] = shapes[period];
  const start = Date.parse(points[0]?.t ?? from ?? '');
  const size = hours * hour;
  // A day may have 23 hours or 25.
  const count = Math.round((Date.parse(to ?? '') - start) / size) || usual;
  const each = period === 'today' ? hours : 1;
  const now = start && points.length > 0 ? Math.ceil(points.length / each) - 1 : undefined;
  const every = count > 8 ? 7 : 1;
  return Array.from({ length: count }, (_, index) => {
    const part = points.slice(index * each, (index + 1) * each).filter(({ value }) => value);
    return {
      // In the middle of a day, as its start may be an hour of the day before when the clocks change.
      label:
        start && index % every === 0
          ? nameOf[period](start + index * size + (each > 1 ? 0 : size / 2))
          : '\u00a0',
      value: part.length > 0 ? part.reduce((sum, { value }) => sum + Number(value), 0) : undefined,
      isNow: index === now,
      note: index === now && period === 'week' && t('stats.today'),
    };
  });
}
