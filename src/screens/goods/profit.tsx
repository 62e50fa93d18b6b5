import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';

interface Props {
  amount: string | undefined;
  currency: string | undefined;
}

/** The expected profit of one piece; a loss is called one, and an unknown one is not shown. */
export function Profit({ amount, currency }: Props) {
  if (!amount) return null;
  const loses = amount.startsWith('-');
  const text = loses
    ? t('goods.expected_loss', { loss: inline(money(amount.slice(1), currency)) })
    : t('goods.expected_profit', { profit: inline(money(amount, currency)) });
  return (
    <p className="small tone" data-tone={loses ? 'bad' : 'good'}>
      <strong>{text}</strong>
    </p>
  );
}
