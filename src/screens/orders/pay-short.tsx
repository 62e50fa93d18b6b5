import type { OrderQuote } from '../../data/quotes.ts';
import type { Wallet } from '../../data/wallet.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';

interface PayShortProps {
  quote: OrderQuote;
  wallet: Wallet | undefined;
  onClose: () => void;
}

/** Not enough money: what did not happen, why, and two ways on of the same weight. */
export function PayShort({ quote: { shortfall, currency }, wallet, onClose }: PayShortProps) {
  const amount = (figure: string) => inline(money(figure, currency));
  const frozen = wallet?.frozenAmount;
  return (
    <>
      <Note tone="warn" icon={TriangleAlert} role="status">
        <strong>{t('quote.short', { missing: amount(shortfall ?? '0') })}</strong> {t('quote.nothing_paid')}{' '}
        {frozen && Number(frozen) > 0 && t('quote.frozen_too', { amount: amount(frozen) })}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('quote.not_now')}</Button>
        <LinkButton href={paths.recharge.href()}>{t('quote.recharge')}</LinkButton>
      </div>
    </>
  );
}
