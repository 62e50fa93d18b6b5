import type { Output } from '../../contract/calls.ts';
import { type Metric, type Period, statLineResource } from '../../data/stats.ts';
import { dayName, dayOfMonth, money, number, type TextKey, t, time } from '../../lang/index.ts';
import { Await } from '../../ui/await.tsx';
import { Chart, type ChartPoint } from '../../ui/chart.tsx';

type Line = Output<'POST /v1/home/stat_line'>;
type Point = Line['points'][number];

const before: Record<Period, TextKey> = {
  today: 'stats.previous_day',
  week: 'stats.previous_week',
  month: 'stats.previous_month',
};

const titles: Record<Metric, Record<'hour' | 'day', TextKey>> = {
  clicks: { hour: 'stats.clicks_by_hour', day: 'stats.clicks_by_day' },
  purchaseCost: { hour: 'stats.purchase_cost_by_hour', day: 'stats.purchase_cost_by_day' },
  profit: { hour: 'stats.profit_by_hour', day: 'stats.profit_by_day' },
};

/** One figure over time, beside the period before. */
export default function FigureLine({ period, metric }: { period: Period; metric: Metric }) {
  const input = { range: period, metric };
  return (
    <Await
      of={statLineResource.ask(input)}
      onRetry={() => statLineResource.refetch(input)}
      skeleton={<div className="plot" />}
    >
      {(line) =>
        hasFigures(line) ? <Drawn line={asAsked(line, period, metric)} period={period} /> : <NoLine />
      }
    </Await>
  );
}

const hasFigures = ({ points = [], previous = [] }: Partial<Line>) =>
  [...points, ...previous].some(({ value }) => Number(value) !== 0);

/** Completes a line of a server that leaves unit and metric out. */
const asAsked = (line: Line, period: Period, metric: Metric): Line => ({
  ...line,
  metric: line.metric ?? metric,
  unit: line.unit ?? (period === 'today' ? 'hour' : 'day'),
});

/** As tall as the line: what has no figures yet moves nothing. */
const NoLine = () => (
  <div className="plot">
    <p className="muted">{t('stats.no_line')}</p>
  </div>
);

/** Cents only where steps are smaller than 1; figures of five digits and more in short. */
const compact = (value: number): Intl.NumberFormatOptions =>
  Math.abs(value) >= 10_000
    ? { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 }
    : Number.isInteger(value)
      ? { minimumFractionDigits: 0, maximumFractionDigits: 0 }
      : {};

function Drawn({ line, period }: { line: Line; period: Period }) {
  const counts = line.metric === 'clicks';
  const read = (value: string) => (counts ? number(value) : money(value));
  const label = ({ t: at }: Point) =>
    line.unit === 'hour' ? time(at) : period === 'week' ? dayName(at) : dayOfMonth(at);
  const draw = (point: Point): ChartPoint => ({
    label: label(point),
    text: read(point.value),
    value: Number(point.value),
  });
  return (
    <Chart
      title={t(titles[line.metric][line.unit])}
      now={{ name: t(`stats.${period}`), points: line.points.map(draw) }}
      was={line.previous?.length ? { name: t(before[period]), points: line.previous.map(draw) } : undefined}
      axis={(value) => (counts ? number(value, compact(value)) : money(value, undefined, compact(value)))}
      minStep={counts ? 1 : undefined}
    />
  );
}
