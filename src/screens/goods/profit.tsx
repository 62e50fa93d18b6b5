import { signedMoney } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Amount } from '../../ui/amount.tsx';

interface Props {
  amount: string | undefined;
  currency: string | undefined;
}

/** The expected profit of one piece after its name. */
export function NamedProfit(props: Props) {
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
export function Profit(props: Props) {
  if (!props.amount) return null;
  return (
    <>
      <span className="sr">{t('goods.profit')} </span>
      <SignedProfit {...props} />
    </>
  );
}

/** The same amount where its name stands beside it. */
export const SignedProfit = ({ amount = '', currency }: Props) => (
  <Amount tone={amount.startsWith('-') ? 'bad' : undefined}>{signedMoney(amount, currency)}</Amount>
);
