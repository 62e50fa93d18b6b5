import { t } from '../../lang/index.ts';
import { type ProfitProps, SignedProfit } from '../../ui/signed-profit.tsx';

/** The expected profit of one piece after its name. */
export function NamedProfit(props: ProfitProps) {
  if (!props.amount) return null;
  return (
    <>
      <span className="small muted" aria-hidden="true">
        {t('stats.profit')}{' '}
      </span>
      <span className="ink">
        <Profit {...props} />
      </span>
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
