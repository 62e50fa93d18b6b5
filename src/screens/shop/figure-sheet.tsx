import { useState } from 'react';
import { hasFeature } from '../../data/session.ts';
import { homeStatResource, type Metric, type Period, statLineResource } from '../../data/stats.ts';
import { number, shortMoney, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { AwningChart } from '../../ui/awning-chart.tsx';
import { stripesOf } from '../../ui/awning-stripes.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import FigureTable from './figure-table.tsx';
import { Periods } from './figures.tsx';

const names = {
  clicks: 'stats.clicks',
  purchaseCost: 'stats.purchase_cost',
  profit: 'stats.profit',
} as const;

interface FigureSheetProps {
  metric: Metric;
  period: Period;
  onClose: () => void;
}

/** One figure over a period: its awning, and what it is drawn from. */
export default function FigureSheet({ metric, period: first, onClose }: FigureSheetProps) {
  const [period, setPeriod] = useState(first);
  const input = { range: period, metric };
  const span = homeStatResource.ask().value.data?.[period];
  return (
    <Sheet title={t(names[metric])} onClose={onClose}>
      <div className="stack tight">
        {metric === 'profit' && <p className="small muted">{t('figures.about_profit')}</p>}
        <Periods period={period} onPick={setPeriod} />
        <Await
          of={statLineResource.ask(input)}
          onRetry={() => void statLineResource.refetch(input)}
          skeleton={
            <>
              <AwningChart stripes={stripesOf(period, undefined, span)} />
              <SkeletonBlock h="240px" />
            </>
          }
        >
          {(line) => (
            <>
              <AwningChart
                stripes={stripesOf(period, line, span)}
                format={metric === 'clicks' ? number : shortMoney}
              />
              <FigureTable line={line} period={period} metric={metric} />
            </>
          )}
        </Await>
        {metric === 'profit' && hasFeature('earnings') && (
          <LinkButton href={paths.earnings.href()}>{t('earnings.title')}</LinkButton>
        )}
      </div>
    </Sheet>
  );
}
