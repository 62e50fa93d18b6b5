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
/** Nothing of what was sold is settled yet, whatever promotions took. */
const isExpected = ({ earned, ads, estimated }: ShowcaseItem) =>
  Number(earned) + Number(ads ?? 0) === 0 && Boolean(Number(estimated));

/** The bar of a phone hangs into the gap below its line where no word is below it, so that its row is as low as the others. */
const hanging = { display: 'block', marginBlock: '-1px -4px' };
const standing = { display: 'block', marginBlock: '-1px 0' };

/**
 * What is settled of the sales of an article, over its bar beside the row with the most; or what it would earn where a server
 * does not count that.
 */
export function Result({ row, currency, sort, most }: ResultProps) {
  if (!hasFeature('earnings')) return <NamedProfit amount={row.expectedProfit} currency={currency} />;
  if (!hasResult(row)) return null;
  return (
    <>
      <Sum row={row} currency={currency} />
      {!isExpected(row) && (
        <span style={sort === 'earned' ? hanging : standing}>
          <ShareBar of={row.earned} most={most} />
        </span>
      )}
    </>
  );
}

/** Says that the sum is settled, in sight where the sort does not name it, or only expected. */
export function ResultName({ row, sort }: Pick<ResultProps, 'row' | 'sort'>) {
  if (!hasFeature('earnings') || !hasResult(row)) return null;
  if (isExpected(row)) return t('earnings.expected');
  return <span className={classes(sort === 'earned' && 'sr')}>{t('earnings.settled')}</span>;
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

/** What promotions took of what an article earned: "Ads $12.00", in one piece; undefined where they took nothing. */
export const adsText = ({ ads }: ShowcaseItem, currency: string | undefined): string | undefined =>
  Number(ads) > 0 ? `${t('shop.promotion')}\u00a0${inline(money(ads, currency))}` : undefined;

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
  const below = isExpected(row) ? t('earnings.expected') : adsText(row, currency);
  return (
    <>
      <Cell look="end">
        <div className="over-more">
          <Amount>{number(sold)}</Amount>
          {Boolean(returned) && <div className="small muted">{tn('earnings.returned', returned)}</div>}
        </div>
      </Cell>
      <Cell look="end">
        <div className="over-more">
          <strong>
            <Sum row={row} currency={currency} />
          </strong>
          <div>
            {below ? <div className="small muted">{below}</div> : <ShareBar of={earned} most={most} />}
          </div>
        </div>
      </Cell>
    </>
  );
}
