import type { Wallet } from '../../data/wallet.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';
import { missingIn, type Quote } from './payable.ts';

interface PayShortProps {
  quote: Quote;
  wallet: Wallet | undefined;
  onClose: () => void;
}

/**
 * Not enough money: what did not happen, why, and two ways on of the same weight. Who takes money out is never told
 * to bring some.
 */
export function PayShort({ quote, wallet, onClose }: PayShortProps) {
  const amount = (figure: string) => inline(money(figure, quote.currency));
  const frozen = wallet?.frozenAmount;
  return (
    <>
      <Note tone="warn" icon={TriangleAlert} role="status">
        <strong>{t('quote.short', { missing: amount(missingIn(quote) ?? '0') })}</strong>{' '}
        {t('quote.nothing_paid')}{' '}
        {frozen && Number(frozen) > 0 && t('quote.frozen_too', { amount: amount(frozen) })}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('quote.not_now')}</Button>
        {quote.kind !== 'withdraw' && (
          <LinkButton href={paths.recharge.href()}>{t('quote.recharge')}</LinkButton>
        )}
      </div>
    </>
  );
}
