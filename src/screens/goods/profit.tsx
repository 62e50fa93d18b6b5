import { signedMoney } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import type { Children } from '../../ui/props.ts';

interface Props {
  amount: string | undefined;
  currency: string | undefined;
  /** After the amount, such as its share of the price. */
  children?: Children;
}

/** The expected profit of one piece with its sign, a loss in red; an unknown one is not shown. */
export function Profit({ amount, currency, children }: Props) {
  if (!amount) return null;
  return (
    <span className={amount.startsWith('-') ? 'tone' : undefined} data-tone="bad">
      <span className="sr">{t('goods.profit')} </span>
      <Amount>{signedMoney(amount, currency)}</Amount>
      {children}
    </span>
  );
}
