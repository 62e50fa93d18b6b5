import { useId, useState } from 'react';
import type { Output } from '../../contract/calls.ts';
import { homeStatResource, type Metric, type Period } from '../../data/stats.ts';
import { inline, money, number, shortMoney, t, time, zoneName } from '../../lang/first.ts';
import { Amount, BigAmount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Choices } from '../../ui/choices.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { StatChoice } from '../../ui/stat.tsx';
import { usable } from '../../ui/usable.ts';

type Stat = Output<'POST /v1/home/stat'>;

/** The line loads after the figures, into reserved space. */
const LinePlace = () => <div className="plot" aria-hidden="true" />;
const FigureLine = lazy(() => import('./figure-line.tsx'), { waiting: LinePlace });

const periods = ['today', 'week', 'month'] as const;

/** The profit of a period, the figure that the shop is about; beside it clicks and purchase cost, and the chosen one as a line. */
export function Figures() {
  const [period, setPeriod] = useState<Period>('week');
  const [metric, setMetric] = useState<Metric>('profit');
  const chosen = { period, metric, onPick: setMetric };
  return (
    <section className="card stack tall">
      <h2 className="sr">{t('stats.title')}</h2>
      <Choices
        shape="segments"
        label={t('stats.period')}
        items={periods.map((value) => ({ value, label: t(`stats.${value}`) }))}
        value={period}
        onPick={setPeriod}
      />
      <Await
        of={homeStatResource.ask()}
        onRetry={() => homeStatResource.refetch()}
        skeleton={
          <div className="stack">
            <Chosen {...chosen} />
            <LinePlace />
          </div>
        }
      >
        {(stat) => (
          <>
            <Chosen {...chosen} stat={stat} />
            {usable.value ? <FigureLine period={period} metric={metric} /> : <LinePlace />}
          </>
        )}
      </Await>
    </section>
  );
}

interface ChosenProps {
  /** Undefined while they load: then they have their names and their room. */
  stat?: Stat;
  period: Period;
  metric: Metric;
  onPick: (metric: Metric) => void;
}

function Chosen({ stat, period, metric, onPick }: ChosenProps) {
  const group = useId();
  // A server that knows the specification only has one profit, and may leave out a period or any of its figures.
  const figures: Partial<Stat[Period]> & { profit?: string } = stat?.[period] ?? {};
  const { clicks, purchaseCost, profit, profitSettled = profit, profitEstimated } = figures;
  const choice = (name: Metric) => ({ group, checked: metric === name, onPick: () => onPick(name) });
  const waiting = <SkeletonBlock w="4em" h="1lh" />;
  const known = (text: string) => (stat ? <Amount>{text}</Amount> : waiting);
  const asOf = stat?.asOf;
  return (
    <div className="figures" role="radiogroup" aria-label={t('stats.figure')}>
      <StatChoice label={t('stats.profit')} {...choice('profit')}>
        {stat ? <BigAmount>{money(profitSettled)}</BigAmount> : <span className="big">{waiting}</span>}
      </StatChoice>
      <p className="small muted">
        {Number(profitEstimated)
          ? t('stats.estimated', { amount: inline(money(profitEstimated)) })
          : '\u00a0'}
      </p>
      <StatChoice label={t('stats.clicks')} {...choice('clicks')}>
        {known(number(clicks))}
      </StatChoice>
      <StatChoice label={t('stats.purchase_cost')} {...choice('purchaseCost')}>
        {known(shortMoney(purchaseCost))}
      </StatChoice>
      <span className="small muted">
        {asOf && t('shop.as_of', { time: time(asOf), zone: zoneName(asOf) })}
      </span>
    </div>
  );
}
