import { type CSSProperties, useState } from 'react';
import { t } from '../lang/index.ts';
import { Amount } from './amount.tsx';
/** Returns round steps for an axis that covers all values and zero, with three to five lines, from the top down. */
export function scale(values: readonly number[], minStep = 0): number[] {
  const top = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const rough = (top - low || 1) / 3;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(minStep, unit * ([1, 2, 5].find((size) => size * unit >= rough) ?? 10));
  const last = Math.ceil(top / step) || 1;
  const first = Math.floor(low / step);
  return Array.from({ length: last - first + 1 }, (_, line) => (last - line) * step);
}

export interface ChartPoint {
  /** Under the axis: "Fri", "20". */
  label: string;
  /** The value as it is read: "$36.00". */
  text: string;
  /** Null where there is nothing yet: the line stops. */
  value: number | null;
}

interface ChartSeries {
  /** "This week". */
  name: string;
  points: readonly ChartPoint[];
}

interface ChartProps {
  /** What is drawn: "Profit a day". Names the read-out and the table, too. */
  title: string;
  /** Its last known point is not over yet: the line to it is dashed, so that it does not look like a fall. */
  now: ChartSeries;
  /** The period before, dotted. */
  was?: ChartSeries;
  /** Formats the figures of the axis. */
  axis: (value: number) => string;
  /** The smallest step of the axis: 1 for things that are counted. */
  minStep?: number;
}

/** One series as a line, the period before dotted, a read-out by touch and arrow keys, and a table for screen readers. */
export function Chart({ title, now, was, axis, minStep }: ChartProps) {
  const days = was && was.points.length > now.points.length ? was.points : now.points;
  const known = now.points.filter((point) => point.value !== null).length;
  const [picked, pick] = useState<number>();
  const at = Math.min(picked ?? Math.max(0, known - 1), days.length - 1);
  const lines = scale(
    [...now.points, ...(was?.points ?? [])].map((point) => point.value ?? 0),
    minStep,
  );
  const [top = 1] = lines;
  const low = lines[lines.length - 1] ?? 0;
  const x = (index: number) => round(((index + 0.5) * 100) / days.length);
  const y = (value: number) => round(((top - value) * 100) / (top - low));
  const draw = (points: readonly ChartPoint[], from = 0, to = points.length) =>
    points.reduce((path, { value }, index) => {
      if (value === null || index < from || index >= to) return path;
      const joins = path && points[index - 1]?.value !== null;
      return `${path}${joins ? 'L' : 'M'}${x(index)} ${y(value)}`;
    }, '');
  // From zero up to what is known; one point alone is a dot.
  const area = `M${x(0)} ${y(0)}${draw(now.points, 0, known).replace('M', 'L')}V${y(0)}`;
  const here = now.points[at]?.value ?? null;
  const every = Math.ceil((days.length * (1.5 + longest(days))) / room);
  return (
    <figure className="stack tight">
      <figcaption className="row tight wrap small">
        <span className="sr">{title}</span>
        <strong>{days[at]?.label}</strong>
        <Reading series={now} at={at} look="key" name="sr" />
        {was && <Reading series={was} at={at} look="key was" name="muted" />}
      </figcaption>
      <div className="chart">
        <ol aria-hidden="true">
          {lines.map((line) => (
            <li key={line}>
              <Amount>{axis(line)}</Amount>
            </li>
          ))}
        </ol>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={lines.map((line) => `M0 ${y(line)}H100`).join('')} />
          {known > 1 && <path className="at" d={`M${x(at)} 0V100`} />}
          {known > 1 && <path className="area" d={area} />}
          {was && <path className="was" d={draw(was.points)} />}
          <path className="now" d={draw(now.points, 0, known - 1)} />
          <path className="now open" d={draw(now.points, known - 2, known)} />
          {here !== null && <path className="dot" d={`M${x(at)} ${y(here)}h0`} />}
        </svg>
        <input
          type="range"
          aria-label={title}
          aria-valuetext={[
            `${days[at]?.label}:`,
            now.points[at]?.text,
            was && `${was.name} ${was.points[at]?.text ?? ''}`,
          ]
            .filter(Boolean)
            .join(' ')}
          min={0}
          max={days.length - 1}
          value={at}
          style={{ '--n': days.length } as CSSProperties}
          onInput={(event) => pick(event.currentTarget.valueAsNumber)}
        />
        <ol className="x" aria-hidden="true">
          {days.map((day, index) => (
            <li key={index} aria-current={index === at ? 'date' : undefined}>
              {index % every === 0 && day.label}
            </li>
          ))}
        </ol>
      </div>
      <ChartTable title={title} days={days} series={was ? [now, was] : [now]} />
    </figure>
  );
}

/** Letters that fit under the axis on a narrow phone. */
const room = 48;
const longest = (days: readonly ChartPoint[]) => Math.max(...days.map((day) => day.label.length));
const round = (value: number) => Math.round(value * 100) / 100;

interface ReadingProps {
  series: ChartSeries;
  at: number;
  look: string;
  /** How its name is drawn: the period on show is named by the screen already. */
  name: 'sr' | 'muted';
}

function Reading({ series, at, look, name }: ReadingProps) {
  return (
    <span>
      <i className={look} /> <span className={name}>{series.name} </span>
      <Amount>{series.points[at]?.text ?? '—'}</Amount>
    </span>
  );
}

function ChartTable({
  title,
  days,
  series,
}: {
  title: string;
  days: readonly ChartPoint[];
  series: ChartSeries[];
}) {
  return (
    <div className="sr">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('common.day')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={index}>
              <th scope="row">{day.label}</th>
              {series.map(({ name, points }) => (
                <td key={name}>{points[index]?.text ?? t('common.no_value')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
