import { percentOf } from '../../contract/money.ts';
import { me } from '../../data/session.ts';
import { percent, t } from '../../lang/index.ts';
import { type ProfitProps, SignedProfit } from '../../ui/signed-profit.tsx';

/** The expected profit of one piece after its name. */
export function NamedProfit(props: ProfitProps) {
  if (!props.amount) return null;
  return (
    <>
      <span className="small muted" aria-hidden="true">
        {t('stats.profit')}{' '}
      </span>
      <strong>
        <Profit {...props} />
      </strong>
    </>
  );
}

/** The expected profit of one piece with its sign, a loss in red; an unknown one is not shown. */
export function Profit(props: ProfitProps) {
  if (!props.amount) return null;
  return (
    <>
      <span className="sr">{t('goods.profit')} </span>
      <SignedProfit {...props} />
    </>
  );
}

/** Returns which part of a price its profit is, in whole percent; undefined where one of them is not known. */
export const marginOf = (profit: string | undefined, price: string | undefined): string | undefined =>
  profit && Number(price) > 0 ? percent(Math.round((Number(profit) / Number(price)) * 100) / 100) : undefined;

/** Returns the platform's fee of a price that the server was not asked about, and what is left of it, in units of money. */
export function splitPrice(price: bigint, cost: bigint, currency: string | undefined) {
  const fee = percentOf(price, me.value.limits?.platformFeePercent ?? '0', currency);
  return { fee, profit: price - cost - fee };
}
