import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';

/** What one piece is expected to bring. A loss is called one. */
export function Profit({ amount, currency }: { amount: string; currency: string | undefined }) {
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
