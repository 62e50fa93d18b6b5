import { useId, useState } from 'react';
import type { Output } from '../../contract/calls.ts';
import { homeStat } from '../../data/stats.ts';
import { inline, money, number, shortMoney, time, zoneName } from '../../lang/format-first.ts';
import { t } from '../../lang/texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Card } from '../../ui/card.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Tile } from '../../ui/stat.tsx';

export type Range = 'today' | 'week' | 'month';
export type Metric = 'clicks' | 'purchaseCost' | 'profit';
type Stat = Output<'POST /v1/home/stat'>;

/** The line loads after the figures, into reserved space. */
const LinePlace = () => <SkeletonBlock h="233px" />;
const FigureLine = lazy(() => import('./figure-line.tsx'), { waiting: LinePlace });

/** Clicks, purchase cost and profit of today, this week and this month; the chosen one as a line. */
export function Figures() {
  const [range, setRange] = useState<Range>('week');
  const [metric, setMetric] = useState<Metric>('profit');
  return (
    <Card className="tall">
      <h2 className="sr">{t('stats.title')}</h2>
      <SegmentedControl
        label={t('stats.period')}
        items={[
          { value: 'today', label: t('stats.today') },
          { value: 'week', label: t('stats.week') },
          { value: 'month', label: t('stats.month') },
        ]}
        value={range}
        onPick={setRange}
      />
      <Await of={homeStat.ask()} onRetry={() => homeStat.refetch()} skeleton={<SkeletonBlock h="387px" />}>
        {(stat) => (
          <>
            <Tiles stat={stat} range={range} metric={metric} onPick={setMetric} />
            <FigureLine range={range} metric={metric} />
            {stat.asOf && (
              <p className="small muted">
                {t('shop.as_of', { time: time(stat.asOf), zone: zoneName(stat.asOf) })}
              </p>
            )}
          </>
        )}
      </Await>
    </Card>
  );
}

interface TilesProps {
  stat: Stat;
  range: Range;
  metric: Metric;
  onPick: (metric: Metric) => void;
}

function Tiles({ stat, range, metric, onPick }: TilesProps) {
  const group = useId();
  // A server that knows the specification only has one profit, and may leave out a period or any of its figures.
  const figures: Partial<Stat[Range]> & { profit?: string } = stat[range] ?? {};
  const { clicks, purchaseCost, profit, profitSettled = profit, profitEstimated } = figures;
  const tiles: [Metric, string, string][] = [
    ['clicks', t('stats.clicks'), number(clicks)],
    ['purchaseCost', t('stats.purchase_cost'), shortMoney(purchaseCost)],
    ['profit', t('stats.profit'), shortMoney(profitSettled)],
  ];
  return (
    <div className="stack tight">
      <div className="cells tight" role="radiogroup" aria-label={t('stats.figure')}>
        {tiles.map(([name, label, text]) => (
          <Tile key={name} group={group} label={label} checked={metric === name} onPick={() => onPick(name)}>
            <Amount>{text}</Amount>
          </Tile>
        ))}
      </div>
      {/* With every figure, so that nothing moves when another one is chosen. */}
      {profitEstimated && (
        <p className="small muted">{t('stats.estimated', { amount: inline(money(profitEstimated)) })}</p>
      )}
    </div>
  );
}
