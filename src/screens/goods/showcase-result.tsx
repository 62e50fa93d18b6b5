import { hasFeature } from '../../data/session.ts';
import type { ShowcaseFilter, ShowcaseItem } from '../../data/showcase.ts';
import { inline, money, number, t, tn } from '../../lang/index.ts';
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
const hasResult = (row: ShowcaseItem) => hasSold(row) || Boolean(Number(row.earned));
/** Nothing of what was sold is settled yet. */
const isExpected = ({ earned, estimated }: ShowcaseItem) => !Number(earned) && Boolean(Number(estimated));

/** What is settled of the sales of an article, or what it would earn where a server does not count that. */
export function Result({ row, currency }: Pick<ResultProps, 'row' | 'currency'>) {
  if (!hasFeature('earnings')) return <NamedProfit amount={row.expectedProfit} currency={currency} />;
  return hasResult(row) && <Sum row={row} currency={currency} />;
}

/** Draws what is settled beside the row with the most, named where the sort does not name it; what is expected is named alone. */
export function Share({ row, sort, most }: Pick<ResultProps, 'row' | 'sort' | 'most'>) {
  if (!hasFeature('earnings') || !hasResult(row)) return null;
  if (isExpected(row)) return t('earnings.expected');
  return (
    <>
      <span className={classes(sort === 'earned' && 'sr')}>{t('earnings.settled')}</span>
      <ShareBar of={row.earned} most={most} />
    </>
  );
}

/** Green where something came in, red where it was lost; grey what is expected while nothing is settled. */
function Sum({ row, currency }: Pick<ResultProps, 'row' | 'currency'>) {
  const { earned, estimated } = row;
  if (isExpected(row))
    return (
      <span className="muted">
        <SignedProfit amount={estimated} currency={currency} />
      </span>
    );
  return <SignedProfit amount={earned} currency={currency} tone={Number(earned) > 0 ? 'good' : undefined} />;
}

/** What promotions took of what an article earned: "Ads $12.00"; undefined where they took nothing. */
export const adsText = ({ ads }: ShowcaseItem, currency: string | undefined): string | undefined =>
  Number(ads) > 0 ? `${t('shop.promotion')} ${inline(money(ads, currency))}` : undefined;

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
  const before = isExpected(row) ? t('earnings.expected') : adsText(row, currency);
  return (
    <>
      <Cell look="end">
        <Amount>{number(sold)}</Amount>
        {Boolean(returned) && <span className="small muted"> · {tn('earnings.returned', returned)}</span>}
      </Cell>
      <Cell look="end">
        {before && <span className="small muted">{before} </span>}
        <strong>
          <Sum row={row} currency={currency} />
        </strong>
        {!isExpected(row) && (
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
