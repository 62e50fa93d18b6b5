import type { Output } from '../../contract/calls.ts';
import type { Metric, Period } from '../../data/stats.ts';
import { dayName, dayOfMonth, money, number, type TextKey, t, time } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';

type Line = Output<'POST /v1/home/stat_line'>;
type Point = Line['points'][number];

const before: Record<Period, TextKey> = {
  today: 'figures.previous_day',
  week: 'figures.previous_week',
  month: 'figures.previous_month',
};

const titles: Record<Metric, Record<'hour' | 'day', TextKey>> = {
  clicks: { hour: 'figures.clicks_by_hour', day: 'figures.clicks_by_day' },
  purchaseCost: { hour: 'figures.purchase_cost_by_hour', day: 'figures.purchase_cost_by_day' },
  profit: { hour: 'figures.profit_by_hour', day: 'figures.profit_by_day' },
};

interface FigureTableProps {
  line: Partial<Line>;
  period: Period;
  metric: Metric;
}

/** The figures that an awning is drawn from, point by point, beside the period before. */
export default function FigureTable({
  line: { points = [], previous = [] },
  period,
  metric,
}: FigureTableProps) {
  const nameOf = { today: time, week: (at: string) => dayName(at), month: dayOfMonth }[period];
  const read = (point: Point | undefined) => {
    if (!point || point.value === null) return t('common.no_value');
    return <Amount>{metric === 'clicks' ? number(point.value) : money(point.value)}</Amount>;
  };
  const longer = previous.length > points.length ? previous : points;
  return (
    <table className="facts">
      <caption className="sr">{t(titles[metric][period === 'today' ? 'hour' : 'day'])}</caption>
      <thead>
        <tr>
          <th scope="col">{t('common.day')}</th>
          <th scope="col">{t(`stats.${period}`)}</th>
          {previous.length > 0 && <th scope="col">{t(before[period])}</th>}
        </tr>
      </thead>
      <tbody>
        {longer.map(({ t: at }, index) => (
          <tr key={at} aria-current={index === points.length - 1 ? 'date' : undefined}>
            <th scope="row">{nameOf(at)}</th>
            <td>{read(points[index])}</td>
            {previous.length > 0 && <td>{read(previous[index])}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
