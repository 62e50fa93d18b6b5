import { hasFeature } from '../../data/session.ts';
import type { ShowcaseFilter, ShowcaseItem } from '../../data/showcase.ts';
import { number, t, tn } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { classes } from '../../ui/classes.ts';
import { ShareBar } from '../../ui/share-bar.tsx';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { Cell } from '../../ui/table.tsx';
import { NamedProfit } from './profit.tsx';

export interface ResultProps {
  row: ShowcaseItem;
  currency: string | undefined;
  /** What the rows are sorted by. */
  sort: ShowcaseFilter['sort'];
  /** What the row with the most earned or lost. */
  most: number;
}

export const hasSold = ({ sold = 0, returned = 0 }: ShowcaseItem) => sold > 0 || returned > 0;
const isSettling = ({ sold = 0, returned = 0, earned }: ShowcaseItem) => sold > returned && !Number(earned);
const hasResult = (row: ShowcaseItem) => hasSold(row) || Boolean(Number(row.earned));

/** What is settled of the sales of an article, or what it would earn where a server does not count that. */
export function Result({ row, currency }: Pick<ResultProps, 'row' | 'currency'>) {
  if (!hasFeature('earnings')) return <NamedProfit amount={row.expectedProfit} currency={currency} />;
  return hasResult(row) && <Settled row={row} currency={currency} />;
}

/**
 * Draws what is settled beside the row with the most, named where the sort does not name it; or how often it was looked at,
 * where that is known.
 */
export function Share({ row, sort, most }: Pick<ResultProps, 'row' | 'sort' | 'most'>) {
  if (!hasFeature('earnings') || !hasResult(row) || isSettling(row))
    return row.clicks !== null && tn('goods.clicks', row.clicks);
  return (
    <>
      <span className={classes(sort === 'earned' && 'sr')}>{t('earnings.settled')}</span>
      <ShareBar of={row.earned} most={most} />
    </>
  );
}

/** Green where something came in, red where it was lost; a word while nothing of what was sold is settled. */
function Settled({ row, currency }: Pick<ResultProps, 'row' | 'currency'>) {
  const { earned } = row;
  if (isSettling(row)) return <span className="value">{t('earnings.settling')}</span>;
  return <SignedProfit amount={earned} currency={currency} tone={Number(earned) > 0 ? 'good' : undefined} />;
}

/** What was sold, came back, and is settled of that, beside the row with the most. */
export function Earned({ row, currency, most }: Pick<ResultProps, 'row' | 'currency' | 'most'>) {
  const { sold, returned, earned } = row;
  if (!hasResult(row))
    return (
      <>
        <Cell look="end">
          <span className="small muted">{t('goods.no_sales')}</span>
        </Cell>
        <Cell />
      </>
    );
  return (
    <>
      <Cell look="end">
        <Amount>{number(sold)}</Amount>
        {Boolean(returned) && <span className="small muted"> · {tn('earnings.returned', returned)}</span>}
      </Cell>
      <Cell look="end">
        <strong>
          <Settled row={row} currency={currency} />
        </strong>
        {!isSettling(row) && (
          <div style={belowLine}>
            <ShareBar of={earned} most={most} />
          </div>
        )}
      </Cell>
    </>
  );
}

/** The sum stays on the line of its row. */
const belowLine = { marginBlockEnd: '-7px' };
